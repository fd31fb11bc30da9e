import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { articleLimits } from '../../../contract/records/article.ts';
import type { SeenVersions } from '../../../contract/records/desk-articles.ts';
import { type TransactionPart, writeTogether } from '../../platform/conditional-write.ts';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { articleWrites, keyOfDraft, readVersions, seenOf, slugOfKey } from './article-versions.ts';
import type { EditedArticle } from './edit-article.ts';
import { draftOf } from './read-pasted.ts';
import { articleOf } from './test-blog.ts';

const { client, names } = testSiteTables('Articles');
const now = new Date('2026-12-01T10:00:00.000Z');

const put = (item: object) => client.send(new PutCommand({ TableName: names.Articles, Item: item }));
const itemOf = async (key: string) =>
  (await client.send(new GetCommand({ TableName: names.Articles, Key: { slug: key } }))).Item;
const read = (slug: string) => readVersions(client, names.Articles, slug);

/** Makes a change with the versions as they are, or as somebody saw them earlier. */
async function change(
  slug: string,
  writes: (of: ReturnType<typeof articleWrites>, seen: SeenVersions) => TransactionPart[],
  seen?: SeenVersions,
): Promise<boolean> {
  const current = await read(slug);
  return writeTogether(client, writes(articleWrites(names.Articles, current), seen ?? seenOf(current)));
}
const edited = (slug: string, headline: string): EditedArticle => {
  const { updatedAt: _, ...article } = articleOf(slug, { headline });
  return { ...article, status: 'published' };
};
const storeDraft = async (slug: string, headline: string, seen?: SeenVersions) => {
  const { draft } = await read(slug);
  return change(
    slug,
    (of, current) =>
      of.storeDraft(draftOf(edited(slug, headline), `# ${headline}`, draft, now), current, now),
    seen,
  );
};
const publish = (slug: string, headline: string, seen?: SeenVersions) =>
  change(slug, (of, current) => of.publish(edited(slug, headline), current, now), seen);
const unpublish = (slug: string, seen?: SeenVersions) =>
  change(slug, (of, current) => of.unpublish(slug, current, now), seen);
const discard = (slug: string, seen?: SeenVersions) =>
  change(slug, (of, current) => of.discardDraft(slug, (seen ?? current).draft ?? {}));

/** The headlines of the versions. */
async function headlines(slug: string) {
  const { live, draft } = await read(slug);
  return { live: live?.headline, draft: draft?.headline };
}

describe('a published article', () => {
  it('stays as it is while a draft is stored beside it', async () => {
    await publish('beside', 'Live');
    const { live } = await read('beside');
    expect(await storeDraft('beside', 'Draft')).toBe(true);
    expect(await itemOf('beside')).toEqual(live);
    expect(await itemOf(keyOfDraft('beside'))).toMatchObject({ status: 'draft', text: '# Draft' });
    expect(slugOfKey(keyOfDraft('beside'))).toBe('beside');
    expect((await read('beside')).draft?.slug).toBe('beside');
  });

  it('is replaced by its draft', async () => {
    await publish('replaced', 'Live');
    await storeDraft('replaced', 'Draft');
    expect(await publish('replaced', 'Draft')).toBe(true);
    expect(await headlines('replaced')).toEqual({ live: 'Draft', draft: undefined });
    expect(await itemOf(keyOfDraft('replaced'))).toBeUndefined();
  });

  it('stays when its draft is discarded', async () => {
    await publish('kept', 'Live');
    await storeDraft('kept', 'Draft');
    expect(await discard('kept')).toBe(true);
    expect(await headlines('kept')).toEqual({ live: 'Live', draft: undefined });
  });

  it('becomes the draft when it is taken offline, without the refusal of the site', async () => {
    await put({ ...articleOf('offline', { headline: 'Live' }), refusal: { problems: [] } });
    expect(await unpublish('offline')).toBe(true);
    expect(await headlines('offline')).toEqual({ live: undefined, draft: 'Live' });
    expect(await itemOf('offline')).not.toHaveProperty('refusal');
    expect(await publish('offline', 'Live again')).toBe(true);
    expect(await headlines('offline')).toEqual({ live: 'Live again', draft: undefined });
  });

  it('leaves its draft when it is taken offline', async () => {
    await publish('leaves', 'Live');
    await storeDraft('leaves', 'Draft');
    expect(await unpublish('leaves')).toBe(true);
    expect(await headlines('leaves')).toEqual({ live: undefined, draft: 'Draft' });
    expect(await itemOf('leaves')).toMatchObject({ status: 'draft', text: '# Draft' });
    expect(await itemOf(keyOfDraft('leaves'))).toBeUndefined();
    expect(await unpublish('leaves')).toBe(false);
  });

  it('does not come back when the time of its draft comes after it was taken offline', async () => {
    await publish('scheduled', 'Live');
    const schedule = { at: '2030-01-01T00:00:00.000Z', timeZone: 'UTC' };
    await change('scheduled', (of, current) => {
      const draft = draftOf(edited('scheduled', 'Draft'), '# Draft', undefined, now);
      return of.storeDraft({ ...draft, status: 'scheduled', schedule }, current, now);
    });
    expect(await itemOf(keyOfDraft('scheduled'))).toMatchObject({ status: 'scheduled', schedule });
    expect(await unpublish('scheduled')).toBe(true);
    expect(await itemOf('scheduled')).toMatchObject({ status: 'draft', headline: 'Draft' });
    expect(await itemOf('scheduled')).not.toHaveProperty('schedule');
  });

  it('has room for a draft of the greatest length', async () => {
    const content = Array.from({ length: 34 }, () => ({
      type: 'paragraph' as const,
      content: 'a'.repeat(10_000),
    }));
    await put(articleOf('long', { content }));
    const file = 'a'.repeat(articleLimits.file);
    expect(
      await change('long', (of, seen) =>
        of.storeDraft(draftOf(edited('long', 'Long'), file, undefined, now), seen, now),
      ),
    ).toBe(true);
  });
});

describe('a draft without a published version', () => {
  it('has the key of the article, as in earlier versions of the site', async () => {
    await put(articleOf('old', { status: 'draft', headline: 'Old' }));
    expect(await headlines('old')).toEqual({ live: undefined, draft: 'Old' });
    expect(await storeDraft('old', 'New')).toBe(true);
    expect(await itemOf('old')).toMatchObject({ headline: 'New', status: 'draft' });
    expect(await itemOf(keyOfDraft('old'))).toBeUndefined();
    expect(await publish('old', 'Published')).toBe(true);
    expect(await headlines('old')).toEqual({ live: 'Published', draft: undefined });
  });

  it('can be discarded', async () => {
    await storeDraft('discarded', 'Draft');
    expect(await discard('discarded')).toBe(true);
    expect(await headlines('discarded')).toEqual({ live: undefined, draft: undefined });
  });

  it('keeps its time when its text changes', async () => {
    const schedule = { at: '2026-12-24T08:00:00.000Z', timeZone: 'Europe/Berlin' };
    await put({ ...articleOf('timed'), status: 'scheduled', text: 'Old.', schedule });
    await storeDraft('timed', 'New');
    expect((await read('timed')).draft).toMatchObject({ headline: 'New', status: 'scheduled', schedule });
    // The site could not publish it in time.
    await put({
      ...articleOf('late'),
      status: 'scheduled',
      text: 'Old.',
      schedule: { ...schedule, at: now.toISOString() },
    });
    await storeDraft('late', 'New');
    expect((await read('late')).draft).toMatchObject({ headline: 'New', status: 'draft' });
  });
});

describe('a change of somebody who saw another version', () => {
  it('fails after a colleague has stored a draft', async () => {
    await publish('raced', 'Live');
    const seen = seenOf(await read('raced'));
    await storeDraft('raced', 'Colleague');
    expect(await storeDraft('raced', 'Slower', seen)).toBe(false);
    expect(await unpublish('raced', seen)).toBe(false);
    expect(await discard('raced', { draft: { updatedAt: '2020-01-01' } })).toBe(false);
    // It does not touch the draft that nobody has seen.
    expect(await publish('raced', 'Published', seen)).toBe(true);
    expect(await headlines('raced')).toEqual({ live: 'Published', draft: 'Colleague' });
  });

  it('fails after a colleague has published or unpublished the article', async () => {
    await publish('moved', 'Live');
    await storeDraft('moved', 'Draft');
    const seen = seenOf(await read('moved'));
    await unpublish('moved');
    expect(await publish('moved', 'Slower', seen)).toBe(false);
    expect(await storeDraft('moved', 'Slower', seen)).toBe(false);
    const offline = seenOf(await read('moved'));
    await publish('moved', 'Colleague');
    expect(await publish('moved', 'Slower', offline)).toBe(false);
    expect(await storeDraft('moved', 'Slower', offline)).toBe(false);
    expect(await headlines('moved')).toEqual({ live: 'Colleague', draft: undefined });
  });

  it('does not leave a draft beside an article that is unpublished at the same time', async () => {
    await publish('at-once', 'Live');
    const current = await read('at-once');
    const draft = draftOf(edited('at-once', 'Draft'), '# Draft', undefined, now);
    const late = articleWrites(names.Articles, current).storeDraft(draft, seenOf(current), now);
    await unpublish('at-once');
    expect(await writeTogether(client, late)).toBe(false);
  });
});

it('refuses an address that belongs to a newsletter', async () => {
  await put(articleOf('spring', { status: 'letter' }));
  await expect(read('spring')).rejects.toMatchObject({
    code: 'aborted',
    message: 'The address spring belongs to a newsletter that was sent.',
  });
});
