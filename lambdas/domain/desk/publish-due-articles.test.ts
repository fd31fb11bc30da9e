import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuditEntry } from '../../../contract/records/audit-entry.ts';
import { AppError } from '../../platform/app-error.ts';
import { writeTogether } from '../../platform/conditional-write.ts';
import { logger } from '../../platform/logger.ts';
import type { SiteReader } from '../../platform/site-reader.ts';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { articleStore } from '../articles/article-store.ts';
import { articleWrites, keyOfDraft, readVersions, seenOf } from '../articles/article-versions.ts';
import { articleOf } from '../articles/test-blog.ts';
import { auditStore } from './audit-store.ts';
import { publishDueArticles } from './publish-due-articles.ts';

const { client, names } = testSiteTables('Audit', 'Articles');
const audit = auditStore(client, names.Audit);
const announce = vi.fn<(slug: string) => Promise<void>>();
const now = new Date('2026-12-01T08:30:00.000Z');
const schedule = { at: now.toISOString(), timeZone: 'Europe/Berlin' };

const later = new Date(now.getTime() + 600_000);
const readSite = vi.fn<SiteReader>();
const site = { readSite, siteUrl: 'https://site.test' };

const run = (at = now) =>
  publishDueArticles({ client, tableName: names.Articles, audit, announce, site, now: at });
const put = (item: object) => client.send(new PutCommand({ TableName: names.Articles, Item: item }));
const read = (slug: string) => readVersions(client, names.Articles, slug);

const text = (slug: string) =>
  `---\nslug: ${slug}\nheadline: The draft\nauthor: Ana\ncreatedAt: 2026-12-01\ndescription: D\n---\n\nText.\n`;

/** Stores a draft, beside a published version if its key says so. */
async function putDraft(slug: string, { key = slug, ...changes }: Record<string, unknown> = {}) {
  const { content: _, ...fields } = articleOf(slug);
  await put({ ...fields, slug: key, status: 'scheduled', text: text(slug), schedule, ...changes });
}

async function entriesOf(slug: string): Promise<AuditEntry[]> {
  const { Items: items = [] } = await client.send(new ScanCommand({ TableName: names.Audit }));
  return (items as AuditEntry[]).filter((entry) => entry.slug === slug);
}

beforeEach(() => {
  announce.mockReset().mockResolvedValue();
  readSite.mockReset().mockResolvedValue({ isFound: false, text: '' });
});

describe('publishDueArticles', () => {
  it('publishes a draft at its time and not before, once, with an entry in the audit', async () => {
    await putDraft('new');
    await run(new Date(now.getTime() - 1));
    expect(await read('new')).toMatchObject({ draft: { status: 'scheduled' } });
    expect(announce).not.toHaveBeenCalled();
    expect(await run()).toEqual([]);
    await run();
    expect(await read('new')).toMatchObject({ live: { status: 'published', headline: 'The draft' } });
    expect(announce.mock.calls).toEqual([['new']]);
    expect(await entriesOf('new')).toMatchObject([
      {
        actorId: 'publishBlog',
        action: 'storeArticle',
        before: 'scheduled',
        after: 'published',
        outcome: 'done',
      },
    ]);
  });

  it('replaces the published version, and leaves no draft', async () => {
    await put(articleOf('replaced', { headline: 'Live' }));
    await putDraft('replaced', { key: keyOfDraft('replaced') });
    await run();
    const { live, draft } = await read('replaced');
    expect([live?.headline, draft]).toEqual(['The draft', undefined]);
    expect(live).not.toHaveProperty('schedule');
  });

  it('publishes an article that was taken offline and scheduled again', async () => {
    const { content } = articleOf('again');
    await putDraft('again', { text: undefined, content, headline: 'Again' });
    await run();
    expect((await read('again')).live).toMatchObject({ headline: 'Again', content });
  });

  it('changes nothing when it cannot announce the article, and succeeds on retry', async () => {
    await putDraft('retried');
    announce.mockRejectedValueOnce(new Error('The event bus is unavailable.'));
    await expect(run()).rejects.toThrow('The event bus is unavailable.');
    expect((await read('retried')).live).toBeUndefined();
    await run();
    expect((await read('retried')).live).toMatchObject({ headline: 'The draft' });
  });

  it('leaves a draft alone that the team changes at the same time', async () => {
    vi.spyOn(logger, 'warn').mockImplementation(() => {});
    await putDraft('canceled');
    announce.mockImplementation(async (slug) => {
      const current = await read(slug);
      const { schedule: _, updatedAt: __, ...fields } = current.draft ?? ({} as never);
      const cancel = articleWrites(names.Articles, current).storeDraft(
        { ...fields, status: 'draft' },
        seenOf(current),
        now,
      );
      expect(await writeTogether(client, cancel)).toBe(true);
    });
    await run();
    expect(await read('canceled')).toMatchObject({ draft: { status: 'draft' } });
    expect(await entriesOf('canceled')).toEqual([]);
  });

  it('reports a draft with a mistake once, and publishes the others', async () => {
    await putDraft('mistaken', { text: text('mistaken').replace('Text.', '| A table |') });
    await putDraft('other');
    expect(await run()).toEqual([]);
    const refusals = await run(later);
    expect(refusals).toEqual([
      {
        slug: 'mistaken',
        updatedAt: articleOf('mistaken').updatedAt,
        problems: [expect.stringContaining('has a table')],
      },
    ]);
    expect((await read('other')).live).toMatchObject({ headline: 'The draft' });
    const articles = articleStore(client, names.Articles);
    for (const refusal of refusals) await articles.saveRefusal(refusal);
    expect(await run(later)).toEqual([]);
    expect((await read('mistaken')).draft?.status).toBe('scheduled');
  });

  it('waits for a page that the text links to, and names it after ten minutes', async () => {
    await putDraft('linking', {
      text: text('linking').replace('Text.', '[Read](/blog/linked), [me](/blog/linking).'),
    });
    readSite.mockRejectedValueOnce(new AppError('unavailable', 'The site did not answer.'));
    expect(await run()).toEqual([]);
    expect(await run()).toEqual([]);
    const [refusal] = (await run(later)).filter(({ slug }) => slug === 'linking');
    expect(refusal?.problems).toEqual([
      'The text links to /blog/linked, which the site does not have. Correct the link.',
    ]);
    readSite.mockResolvedValue({ isFound: true, text: '' });
    await run(later);
    expect((await read('linking')).live).toMatchObject({ status: 'published' });
  });
});
