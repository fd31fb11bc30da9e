import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import type { ArticleStatus } from '../../../contract/records/article.ts';
import type { AuditEntry } from '../../../contract/records/audit-entry.ts';
import type { SeenVersions } from '../../../contract/records/desk-articles.ts';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { auditStore } from '../desk/audit-store.ts';
import { articleDesk } from './article-desk.ts';
import { articleWrites, seenOf } from './article-versions.ts';
import type { EditedArticle } from './edit-article.ts';
import { draftOf } from './read-pasted.ts';

const { client, names } = testSiteTables('Audit', 'Articles');
const audit = auditStore(client, names.Audit);
const articles = articleDesk(client, names.Articles);
const now = new Date('2026-11-25T10:00:00.000Z');

const edited = (slug: string, headline = 'A map'): EditedArticle => ({
  slug,
  headline,
  author: 'Ana',
  description: 'D',
  createdAt: '2026-11-25',
  status: 'published',
  content: [{ type: 'paragraph', content: 'Text.' }],
});

function entry(auditId: string): AuditEntry {
  return {
    auditId,
    at: now.toISOString(),
    actorId: 'member-1',
    action: 'storeArticle',
    outcome: 'requested',
    slug: auditId,
    reason: 'New.',
    requestId: 'r-1',
  };
}

async function save(article: EditedArticle, auditId: string, seen?: SeenVersions): Promise<boolean> {
  const current = await articles.find(article.slug);
  const writes = articleWrites(names.Articles, current);
  return articles.write(audit.part(entry(auditId)), writes.publish(article, seen ?? seenOf(current), now));
}
const entries = async (auditId: string) =>
  (await audit.find({ by: 'actor', value: 'member-1' })).filter((found) => found.auditId === auditId);

describe('articleDesk', () => {
  it('stores a new article with its audit entry, once for a repeated request', async () => {
    expect(await save(edited('new'), 'new-1', {})).toBe(true);
    expect(await save(edited('new'), 'new-1', {})).toBe(false);
    expect((await articles.find('new')).live).toEqual({ ...edited('new'), updatedAt: now.toISOString() });
    expect(await entries('new-1')).toHaveLength(1);
  });

  it('replaces an article whose version somebody wrote as a number', async () => {
    const item = { ...edited('number'), updatedAt: 7 };
    await client.send(new PutCommand({ TableName: names.Articles, Item: item }));
    expect(await save(edited('number', 'New'), 'number-1', { live: { updatedAt: 7 } })).toBe(true);
    expect((await articles.find('number')).live).toMatchObject({
      headline: 'New',
      updatedAt: now.toISOString(),
    });
  });

  it('stores neither the article nor the entry when another admin was faster', async () => {
    await save(edited('raced'), 'raced-1');
    const seen = seenOf(await articles.find('raced'));
    await save(edited('raced', 'Faster'), 'raced-2', seen);
    await expect(save(edited('raced', 'Slower'), 'raced-3', seen)).rejects.toMatchObject({
      code: 'aborted',
      message: expect.stringContaining('Another admin has just changed this article'),
    });
    await expect(save(edited('raced', 'New?'), 'raced-4', {})).rejects.toMatchObject({ code: 'aborted' });
    expect((await articles.find('raced')).live).toMatchObject({ headline: 'Faster' });
    expect([...(await entries('raced-3')), ...(await entries('raced-4'))]).toEqual([]);
  });

  it('lists a published article with its draft, and the draft itself', async () => {
    await save({ ...edited('both', 'Live'), createdAt: '2100-01-01' }, 'both-1');
    const current = await articles.find('both');
    const schedule = { at: '2026-12-24T08:00:00.000Z', timeZone: 'Europe/Berlin' };
    const draft = {
      ...draftOf({ ...edited('both', 'Draft'), createdAt: '2100-01-01' }, 'Text.', undefined, now),
      status: 'scheduled' as const,
      schedule,
    };
    const at = new Date('2026-12-01T10:00:00.000Z');
    const writes = articleWrites(names.Articles, current).storeDraft(draft, seenOf(current), at);
    await articles.write(audit.part(entry('both-2')), writes);
    const live = new Map([['both', current.live?.updatedAt]]);
    const first = async (status: ArticleStatus) =>
      (await articles.page(status, undefined, live)).articles.find(({ slug }) => slug === 'both');
    expect(await first('published')).toMatchObject({
      headline: 'Live',
      state: 'published',
      draft: { updatedAt: at.toISOString(), schedule },
    });
    expect(await first('scheduled')).toMatchObject({
      headline: 'Draft',
      state: 'scheduled',
      updatedAt: at.toISOString(),
      schedule,
      isBesideLive: true,
    });
    expect(await first('draft')).toBeUndefined();
    await articles.write(audit.part(entry('both-3')), [
      { Delete: { TableName: names.Articles, Key: { slug: 'both' } } },
      { Delete: { TableName: names.Articles, Key: { slug: 'both#draft' } } },
    ]);
  });

  it('lists the articles of a state with their mistakes, including articles that were written by hand', async () => {
    await client.send(
      new PutCommand({
        TableName: names.Articles,
        Item: {
          ...edited('refused'),
          createdAt: '2099-01-02',
          updatedAt: now.toISOString(),
          refusal: { updatedAt: now.toISOString(), problems: ['content: has no text'] },
        },
      }),
    );
    await client.send(
      new PutCommand({
        TableName: names.Articles,
        Item: { slug: 'by-hand', status: 'published', createdAt: '2099-01-01' },
      }),
    );
    const live = new Map([['published', now.toISOString()]]);
    const { articles: listed } = await articles.page('published', undefined, live);
    expect(listed.slice(0, 2)).toEqual([
      {
        slug: 'refused',
        headline: 'A map',
        status: 'published',
        state: 'refused',
        createdAt: '2099-01-02',
        updatedAt: now.toISOString(),
        problems: ['content: has no text'],
      },
      {
        slug: 'by-hand',
        headline: '',
        status: 'published',
        state: 'being published',
        createdAt: '2099-01-01',
      },
    ]);
    await save({ ...edited('published'), createdAt: '2098-01-01' }, 'published-1');
    const states = async (of: typeof live) =>
      (await articles.page('published', undefined, of)).articles
        .filter(({ slug }) => slug === 'published')
        .map(({ state }) => state);
    expect(await states(live)).toEqual(['published']);
    expect(await states(new Map([['published', 'earlier']]))).toEqual(['being published']);
    await client.send(
      new PutCommand({ TableName: names.Articles, Item: { ...edited('unpublished'), status: 'draft' } }),
    );
    const draftsWith = async (of: typeof live) =>
      (await articles.page('draft', undefined, of)).articles.map(({ state }) => state);
    expect(await draftsWith(live)).toEqual(['draft']);
    expect(await draftsWith(new Map([['unpublished', 'earlier']]))).toEqual(['being unpublished']);
  });
});
