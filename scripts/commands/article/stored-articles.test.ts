import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { testTables } from '../../../lambdas/platform/test-tables.ts';
import { stackTable } from '../../../test/stack-tables.ts';
import { listArticles } from './stored-articles.ts';

const table = stackTable('Articles');
const dynamodb = testTables(table);

const store = async (slug: string, status: string, createdAt: string, more = {}) => {
  const listed = { slug, headline: `About ${slug}`, status, createdAt, updatedAt: createdAt, ...more };
  await dynamodb.send(
    new PutCommand({ TableName: table.name, Item: { ...listed, author: 'Ana', content: [] } }),
  );
  return listed;
};

describe('listArticles', () => {
  it('lists the articles of each status, newest first and then by address', async () => {
    const letter = await store('letter', 'letter', '2026-11-20');
    const draft = await store('draft', 'draft', '2026-11-25');
    const refused = await store('a-refused', 'published', '2026-11-20', { refusal: { reason: 'No.' } });
    expect(await listArticles({ dynamodb, articlesTable: table.name })).toEqual([draft, refused, letter]);
  });
});
