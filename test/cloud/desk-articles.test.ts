import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type PictureSize, pictureFiles, sizesOf } from '../../contract/content/picture-files.ts';
import { searchFiles } from '../../contract/content/searchable-page.ts';
import { articleCollections } from '../../contract/records/article-collections.ts';
import type { SeenArticle, SeenVersions } from '../../contract/records/desk-articles.ts';
import type { Person } from '../person.ts';
import { registerAdmin } from '../registered-admin.ts';
import { siteUrl } from './site.ts';

const inTime = { timeout: 20_000 };
const reason = 'For the blog.';
let admin: Person;

beforeAll(async () => {
  admin = await registerAdmin(siteUrl);
});

const newSlug = () => `desk-${randomUUID()}`;

const markdown = (slug: string, headline: string) => `---
slug: ${slug}
headline: ${headline}
author: Ana
description: What it is about.
createdAt: 2024-01-01
---

Text of ${headline}.
`;

const pageOf = async (slug: string) => (await fetch(`${siteUrl}/blog/${slug}`)).text();
const statusOf = async (slug: string) => (await fetch(`${siteUrl}/blog/${slug}/article.json`)).status;

async function store(slug: string, headline: string, status: 'draft' | 'published' = 'published') {
  const text = markdown(slug, headline);
  const { seen } = await admin.call('deskPreviewArticle', { text });
  const fields = { actionId: randomUUID(), text, seen };
  const request = status === 'draft' ? { ...fields, status } : ({ ...fields, reason, status } as const);
  const stored = await admin.call('deskStoreArticle', request);
  return { request, stored };
}

/** Other test files expect the initial articles. */
async function takeOffline(slug: string): Promise<void> {
  const { seen } = await admin.call('deskPreviewArticle', { slug });
  await admin.call('deskUnpublishArticle', { actionId: randomUUID(), reason, slug, seen });
  const readSitemap = async () => (await fetch(`${siteUrl}/${articleCollections.blog.sitemap}`)).text();
  await vi.waitFor(async () => expect(await readSitemap()).not.toContain(slug), inTime);
}

describe('the articles of the desk', () => {
  test('publishes a pasted article, replaces it, and takes it offline, with a record of each', async () => {
    const slug = newSlug();
    const { article, seen } = await admin.call('deskPreviewArticle', { text: markdown(slug, 'First') });
    expect(seen).toEqual({});
    expect(article).toMatchObject({ headline: 'First', sections: [{ content: ['Text of First.'] }] });

    const { request: first } = await store(slug, 'First');
    await vi.waitFor(async () => expect(await pageOf(slug)).toContain('Text of First.'), inTime);
    // A repeated request changes nothing.
    await admin.call('deskStoreArticle', first);
    const { seen: before } = await admin.call('deskPreviewArticle', { text: first.text });
    await store(slug, 'Second');
    await vi.waitFor(async () => expect(await pageOf(slug)).toContain('Text of Second.'), inTime);
    const searched = async () => (await fetch(siteUrl + searchFiles.articles)).text();
    await vi.waitFor(async () => expect(await searched()).toContain('Text of Second.'), inTime);
    expect(await searched()).not.toContain('Text of First.');

    const unpublish = (version: SeenVersions, actionId: string = randomUUID()) =>
      admin.call('deskUnpublishArticle', { actionId, reason, slug, seen: version });
    await expect(unpublish(before)).rejects.toThrow('Another admin has just changed this article');
    const { seen: current } = await admin.call('deskPreviewArticle', { text: first.text });
    const actionId = randomUUID();
    await unpublish(current, actionId);
    // The browser repeats a request that got no answer.
    await unpublish(current, actionId);
    await vi.waitFor(async () => expect(await statusOf(slug)).toBe(404), inTime);
    await vi.waitFor(async () => expect(await searched()).not.toContain(slug), inTime);

    const { entries } = await admin.call('deskAudit', { by: 'actor', value: admin.userId });
    const own = entries.filter((entry) => entry.slug === slug);
    expect(own.map(({ action, outcome }) => `${action} ${outcome}`).sort()).toEqual(
      [
        ...['storeArticle', 'storeArticle', 'unpublishArticle'].flatMap((action) => [
          `${action} requested`,
          `${action} done`,
        ]),
      ].sort(),
    );
    expect(own.find(({ action }) => action === 'unpublishArticle')).toMatchObject({
      before: 'published',
      reason,
    });
  });

  test('hides a draft from visitors', async () => {
    const slug = newSlug();
    await store(slug, 'A draft', 'draft');
    const { articles } = await admin.call('deskArticles', { status: 'draft' });
    expect(articles).toContainEqual(expect.objectContaining({ slug, headline: 'A draft', status: 'draft' }));
    expect(await statusOf(slug)).toBe(404);
  });

  test('answers with the time of a scheduled draft whose text it replaces', async () => {
    const slug = newSlug();
    const schedule = { at: new Date(Date.now() + 86_400_000).toISOString(), timeZone: 'Europe/Berlin' };
    expect((await store(slug, 'A draft', 'draft')).stored).toEqual({ slug, status: 'draft' });
    const { seen } = await admin.call('deskPreviewArticle', { slug });
    const request = { actionId: randomUUID(), reason, slug, seen: seen.draft ?? {}, schedule };
    const scheduled = { slug, status: 'scheduled', schedule };
    expect(await admin.call('deskStoreArticle', { ...request, status: 'scheduled' })).toEqual(scheduled);
    expect((await store(slug, 'Another text', 'draft')).stored).toEqual(scheduled);
    expect((await store(slug, 'Published', 'published')).stored).toEqual({ slug, status: 'published' });
    await takeOffline(slug);
  });

  test('shows and publishes the stored draft, and refuses one that has changed', async () => {
    const slug = newSlug();
    await store(slug, 'A finished draft', 'draft');
    const { article, seen, text } = await admin.call('deskPreviewArticle', { slug });
    expect(text).toBe(markdown(slug, 'A finished draft').trim());
    expect(article).toMatchObject({ sections: [{ content: ['Text of A finished draft.'] }] });
    const publish = (version: SeenArticle, actionId: string = randomUUID()) =>
      admin.call('deskStoreArticle', {
        actionId,
        reason,
        slug,
        seen: version,
        status: 'published',
      });
    await expect(publish({ updatedAt: '2020-01-01' })).rejects.toThrow('has just changed this article');
    const actionId = randomUUID();
    await publish(seen.draft ?? {}, actionId);
    // The browser repeats a request that got no answer.
    await publish(seen.draft ?? {}, actionId);
    await vi.waitFor(async () => expect(await pageOf(slug)).toContain('Text of A finished draft.'), inTime);
    const { entries } = await admin.call('deskAudit', { by: 'actor', value: admin.userId });
    expect(entries.find((entry) => entry.slug === slug && entry.before === 'draft')).toMatchObject({
      action: 'storeArticle',
      after: 'published',
      reason,
    });
    await expect(admin.call('deskPreviewArticle', { slug: newSlug() })).rejects.toThrow(
      'This article does not exist',
    );
    await takeOffline(slug);
  });

  test(
    'keeps the published version online while a draft is stored, edited and discarded',
    inTime,
    async () => {
      const slug = newSlug();
      await store(slug, 'Live');
      await vi.waitFor(async () => expect(await pageOf(slug)).toContain('Text of Live.'), inTime);
      await store(slug, 'Draft', 'draft');
      const listed = async (status: 'draft' | 'published') =>
        (await admin.call('deskArticles', { status })).articles.find((article) => article.slug === slug);
      expect(await listed('published')).toMatchObject({
        headline: 'Live',
        draft: { updatedAt: expect.any(String) },
      });
      await vi.waitFor(
        async () => expect(await listed('draft')).toMatchObject({ isBesideLive: true }),
        inTime,
      );
      // The site reads the whole table after another article.
      await store(slug, 'Live again');
      await vi.waitFor(async () => expect(await pageOf(slug)).toContain('Text of Live again.'), inTime);
      await store(slug, 'Another draft', 'draft');
      const { seen } = await admin.call('deskPreviewArticle', { slug });
      const discard = { actionId: randomUUID(), slug, seen: seen.draft ?? {} };
      await admin.call('deskDiscardArticle', discard);
      // A repeated request changes nothing.
      await admin.call('deskDiscardArticle', discard);
      expect((await admin.call('deskPreviewArticle', { slug })).seen).toEqual({ live: seen.live });
      expect(await pageOf(slug)).toContain('Text of Live again.');
      const { entries } = await admin.call('deskAudit', { by: 'actor', value: admin.userId });
      expect(entries.find(({ action }) => action === 'discardArticle')).toMatchObject({
        slug,
        outcome: 'done',
      });
      await takeOffline(slug);
    },
  );

  test('publishes a scheduled draft in place of the published version when its time has come', {
    timeout: 20_000,
  }, async () => {
    const slug = newSlug();
    await store(slug, 'Before');
    await store(slug, 'After', 'draft');
    const { seen } = await admin.call('deskPreviewArticle', { slug });
    const schedule = { at: new Date(Date.now() + 1_000).toISOString(), timeZone: 'Europe/Berlin' };
    const request = { actionId: randomUUID(), reason, slug, seen: seen.draft ?? {}, schedule };
    await admin.call('deskStoreArticle', { ...request, status: 'scheduled' });
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(Date.parse(schedule.at)), inTime);
    // Once, because the queue drops an equal message within five minutes.
    await fetch(`${siteUrl}/__local/run/publishBlog`, { method: 'POST', redirect: 'manual' });
    await vi.waitFor(async () => expect(await pageOf(slug)).toContain('Text of After.'), inTime);
    const { entries } = await admin.call('deskAudit', { by: 'actor', value: 'publishBlog' });
    expect(entries).toContainEqual(
      expect.objectContaining({ slug, action: 'storeArticle', before: 'scheduled', after: 'published' }),
    );
    await takeOffline(slug);
  });

  test('shows an uploaded picture without EXIF, and refuses a text with one that does not exist', async () => {
    const photoOf = (size: PictureSize) =>
      sharp({ create: { ...size, channels: 3, background: '#246' } })
        .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
        .jpeg()
        .toBuffer();
    const photos = await Promise.all(sizesOf({ width: 1600, height: 1200 }).map(photoOf));
    // Longer than the bodies of other requests, and far from the limit.
    const files = photos.map((photo) => Buffer.concat([photo, Buffer.alloc(500_000, 'camera')]));
    const { url, width, height } = await admin.call('deskUploadPicture', {
      files: files.map((file) => file.toString('base64')),
    });
    for (const file of pictureFiles({ url, width, height })) {
      const response = await fetch(siteUrl + file.url);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      const shown = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect([shown.width, shown.height, shown.exif]).toEqual([file.width, file.height, undefined]);
    }
    const text = (path: string) =>
      `${markdown(newSlug(), 'A picture')}\n![A coast.](${path} "${width}x${height}")\n`;
    const { article } = await admin.call('deskPreviewArticle', { text: text(url) });
    expect(article.sections).toContainEqual({
      type: 'picture',
      url,
      alternative: 'A coast.',
      width: 1600,
      height: 1200,
    });
    const missing = text('/media/pictures/none.jpg');
    await expect(admin.call('deskPreviewArticle', { text: missing })).rejects.toThrow(
      'The picture /media/pictures/none.jpg does not exist.',
    );
    const store = { actionId: randomUUID(), text: missing, status: 'draft', seen: {} } as const;
    await expect(admin.call('deskStoreArticle', store)).rejects.toThrow('/media/pictures/none.jpg');
    const distorted = { ...store, text: text(url).replace('1600x1200"', '1600x900"') };
    await expect(admin.call('deskStoreArticle', distorted)).rejects.toThrow('has 1600 × 1200 pixels.');
  });

  test('stores a draft that links to a missing page, and refuses to publish it', async () => {
    const slug = newSlug();
    const text = `${markdown(slug, 'A link')}\n[Read](/blog/${slug}-too), [me](/blog/${slug}) and [prices](/pricing).\n`;
    const request = { actionId: randomUUID(), text, seen: {} } as const;
    const problem = `The text links to /blog/${slug}-too, which the site does not have. Correct the link.`;
    const publish = admin.call('deskStoreArticle', { ...request, reason, status: 'published' });
    await expect(publish).rejects.toThrow(problem);
    await admin.call('deskStoreArticle', { ...request, status: 'draft' });
    const { seen } = await admin.call('deskPreviewArticle', { slug });
    const draft = { actionId: randomUUID(), reason, slug, seen: seen.draft ?? {} };
    await expect(admin.call('deskStoreArticle', { ...draft, status: 'published' })).rejects.toThrow(problem);
  });

  test('names the line of a mistake, and stores nothing', async () => {
    const slug = newSlug();
    const text = markdown(slug, 'A table').replace('Text', '| Text |');
    const request = { actionId: randomUUID(), text, status: 'draft', seen: {} } as const;
    await expect(admin.call('deskPreviewArticle', { text })).rejects.toThrow(`${slug}.md:9: has a table`);
    await expect(admin.call('deskStoreArticle', request)).rejects.toThrow('has a table');
    const { entries } = await admin.call('deskAudit', { by: 'actor', value: admin.userId });
    expect(entries.filter(({ auditId }) => auditId === request.actionId)).toEqual([]);
  });
});
