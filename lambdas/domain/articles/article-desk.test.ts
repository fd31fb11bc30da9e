import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import type { StoredArticle } from '../../../contract/records/article.ts';
import type { AuditEntry } from '../../../contract/records/audit-entry.ts';
import type { SeenArticle } from '../../../contract/records/desk-articles.ts';
import { stackTable } from '../../../test/stack-tables.ts';
import { testTables } from '../../platform/test-tables.ts';
import { auditStore } from '../desk/audit-store.ts';
import { articleDesk, seenVersion } from './article-desk.ts';
import type { EditedArticle } from './edit-article.ts';

const [auditTable, articleTable] = [stackTable('Audit'), stackTable('Articles')];
const client = testTables(auditTable, articleTable);
const audit = auditStore(client, auditTable.name);
const articles = articleDesk(client, articleTable.name);
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

async function save(
  article: EditedArticle,
  auditId: string,
  { before, seen }: { before?: StoredArticle | undefined; seen?: SeenArticle | undefined } = {},
) {
  return articles.save({ article, before, seen, auditPart: audit.part(entry(auditId)) }, now);
}
const entries = async (auditId: string) =>
  (await audit.find({ by: 'actor', value: 'member-1' })).filter((found) => found.auditId === auditId);

describe('articleDesk', () => {
  it('stores a new article with its audit entry, once for a repeated request', async () => {
    expect(await save(edited('new'), 'new-1')).toBe(true);
    expect(await save(edited('new'), 'new-1')).toBe(false);
    expect(await articles.find('new')).toEqual({ ...edited('new'), updatedAt: now.toISOString() });
    expect(await entries('new-1')).toHaveLength(1);
  });

  it('replaces an article whose version somebody wrote as a number', async () => {
    const item = { ...edited('number'), updatedAt: 7 };
    await client.send(new PutCommand({ TableName: articleTable.name, Item: item }));
    const before = await articles.find('number');
    expect(await save(edited('number', 'New'), 'number-1', { before, seen: seenVersion(item) })).toBe(true);
    expect(await articles.find('number')).toMatchObject({ headline: 'New', updatedAt: now.toISOString() });
  });

  it('stores neither the article nor the entry when another admin was faster', async () => {
    await save(edited('raced'), 'raced-1');
    const before = await articles.find('raced');
    const seen = { updatedAt: before?.updatedAt ?? '' };
    await save(edited('raced', 'Faster'), 'raced-2', { before, seen });
    const current = await articles.find('raced');
    await expect(save(edited('raced', 'Slower'), 'raced-3', { before: current, seen })).rejects.toMatchObject(
      {
        code: 'aborted',
        message: expect.stringContaining('Another member of the team has just changed this article'),
      },
    );
    await expect(save(edited('raced', 'New?'), 'raced-4')).rejects.toMatchObject({ code: 'aborted' });
    expect(await articles.find('raced')).toMatchObject({ headline: 'Faster' });
    expect([...(await entries('raced-3')), ...(await entries('raced-4'))]).toEqual([]);
  });

  it('refuses an address that belongs to a newsletter', async () => {
    const newsletter = { ...edited('spring'), status: 'letter', updatedAt: now.toISOString() };
    await client.send(new PutCommand({ TableName: articleTable.name, Item: newsletter }));
    await expect(articles.find('spring')).rejects.toMatchObject({
      code: 'aborted',
      message: 'The address spring belongs to a newsletter that was sent.',
    });
  });

  it('lists the articles of a state with their mistakes, including articles that were written by hand', async () => {
    await client.send(
      new PutCommand({
        TableName: articleTable.name,
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
        TableName: articleTable.name,
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
    await save({ ...edited('unpublished'), status: 'draft' }, 'unpublished-1');
    const draftsWith = async (of: typeof live) =>
      (await articles.page('draft', undefined, of)).articles.map(({ state }) => state);
    expect(await draftsWith(live)).toEqual(['draft']);
    expect(await draftsWith(new Map([['unpublished', 'earlier']]))).toEqual(['being unpublished']);
  });
});
