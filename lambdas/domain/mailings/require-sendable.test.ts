import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { stackTable } from '../../../test/stack-tables.ts';
import { testTables } from '../../platform/test-tables.ts';
import { requireSendable } from './require-sendable.ts';

const table = stackTable('Articles');
const tables = testTables(table);
beforeAll(() => tables.send(new PutCommand({ TableName: table.name, Item: { slug: 'taken' } })));

const textOf = (body: string) => `---\ngroup: newsletter\nsubject: News\npreheader: New\n---\n\n${body}\n`;
const check = (slug: string, body: string, count: number) =>
  requireSendable(
    {
      tables,
      articlesTable: table.name,
      subscribers: { count: async () => count },
      readSite: async (path) => ({ isFound: path === '/about', text: '' }),
      siteUrl: 'https://site.test',
    },
    { slug, text: textOf(body) },
  );

describe('requireSendable', () => {
  it('returns how many people get the mailing', async () => {
    expect(await check('news', 'Read [about us](/about).', 467)).toBe(467);
  });

  it.each([
    ['nobody gets', 'news', 'Hello.', 0, 'Nobody receives newsletters, so there is nobody to send'],
    ['links to a missing page', 'news', '[Maps](/maps)', 1, 'The text links to /maps,'],
    ['has the address of an article', 'taken', 'Hello.', 1, 'An article has the address taken.'],
    ['has a mistake', 'news', '> Hello.', 1, 'news.md:7: '],
  ])('refuses a mailing that %s', async (_, slug, body, count, refusal) => {
    await expect(check(slug, body, count)).rejects.toThrow(refusal);
  });
});
