import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { requireSendable } from './require-sendable.ts';
import type { SubscriberStore } from './subscriber-store.ts';

const { client: tables, names } = testSiteTables('Articles');
beforeAll(() => tables.send(new PutCommand({ TableName: names.Articles, Item: { slug: 'taken' } })));

const textOf = (body: string) => `---\ngroup: newsletter\nsubject: News\npreheader: New\n---\n\n${body}\n`;
type Counted = SubscriberStore['count'];

const check = (slug: string, body: string, count: number | Counted, text = textOf(body)) =>
  requireSendable(
    {
      tables,
      articlesTable: names.Articles,
      subscribers: { count: typeof count === 'number' ? async () => ({ count, withoutAccount: 0 }) : count },
      readSite: async (path) => ({ isFound: path === '/about', text: '' }),
      siteUrl: 'https://site.test',
      now: () => new Date('2026-12-01T10:00:00Z'),
    },
    { slug, text },
  );

describe('requireSendable', () => {
  it('returns how many people get the mailing', async () => {
    expect(await check('news', 'Read [about us](/about).', 467)).toBe(467);
  });

  it('lets a mailing that the site does not publish have the address of an article', async () => {
    const text = textOf('Hello.').replace('newsletter', 'updates');
    expect(await check('taken', '', 1, text)).toBe(1);
  });

  it('counts the audience, and names it when it is empty', async () => {
    const counted = vi.fn<Counted>(async () => ({ count: 0, withoutAccount: 0 }));
    const text = textOf('Hello.').replace('subject', 'audience: unlicensed\nsubject');
    await expect(check('news', '', counted, text)).rejects.toThrow(
      'Nobody without a license receives newsletters, so there is nobody to send the mailing to.',
    );
    expect(counted.mock.calls).toEqual([
      [expect.objectContaining({ group: 'newsletter', audience: 'unlicensed' })],
    ]);
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
