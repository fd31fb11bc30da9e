import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import type { StoredArticle } from '../../../contract/records/article.ts';
import type { AuditEntry } from '../../../contract/records/audit-entry.ts';
import { stackTable } from '../../../test/stack-tables.ts';
import { testTables } from '../../platform/test-tables.ts';
import { auditStore } from '../desk/audit-store.ts';
import { articleDesk } from './article-desk.ts';
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
  { before, seen }: { before?: StoredArticle | undefined; seen?: { updatedAt?: string } | undefined } = {},
) {
  await articles.save({ article, before, seen, auditPart: audit.part(entry(auditId)) }, now);
}
const entries = async (auditId: string) =>
  (await audit.find({ by: 'actor', value: 'member-1' })).filter((found) => found.auditId === auditId);

describe('articleDesk', () => {
  it('stores a new article with its audit entry, once for a repeated request', async () => {
    await save(edited('new'), 'new-1');
    await save(edited('new'), 'new-1');
    expect(await articles.find('new')).toEqual({ ...edited('new'), updatedAt: now.toISOString() });
    expect(await entries('new-1')).toHaveLength(1);
  });

  it('refuses another text under the id of an action', async () => {
    await save(edited('twice'), 'twice-1');
    await expect(save(edited('twice', 'Another'), 'twice-1')).rejects.toMatchObject({ code: 'aborted' });
  });

  it('stores nothing and no entry when another member was faster', async () => {
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

  it('lists the articles of a state with what is wrong with them, also those that somebody wrote by hand', async () => {
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
    const { articles: listed } = await articles.page('published', undefined);
    expect(listed.slice(0, 2)).toEqual([
      {
        slug: 'refused',
        headline: 'A map',
        status: 'published',
        createdAt: '2099-01-02',
        updatedAt: now.toISOString(),
        problems: ['content: has no text'],
      },
      { slug: 'by-hand', headline: '', status: 'published', createdAt: '2099-01-01' },
    ]);
    expect((await articles.page('draft', undefined)).articles).toEqual([]);
  });
});
