import { expect, it } from 'vitest';
import type { ListedArticle } from '../../../../contract/records/desk-articles.ts';
import { describeArticle, describeDate } from './describe-article.ts';

const updatedAt = '2026-11-28T09:30:00.000Z';
const schedule = { at: '2026-12-01T08:30:00.000Z', timeZone: 'Europe/Berlin' };
const published: ListedArticle = {
  slug: 'a-map',
  headline: 'A map',
  status: 'published',
  state: 'published',
  createdAt: '2026-11-25',
  updatedAt: '2026-11-25T10:00:00.000Z',
};
const draft: ListedArticle = { ...published, status: 'draft', state: 'draft', updatedAt };
const scheduled: ListedArticle = { ...draft, status: 'scheduled', state: 'scheduled', schedule };
const at = 'Tuesday, December 1, 2026 at 9:30 AM GMT+1 (Europe/Berlin)';

it.each<[string, ListedArticle]>([
  ['published', published],
  [
    'being published, with a draft from Nov 28, 2026, 9:30 AM UTC',
    { ...published, state: 'being published', draft: { updatedAt } },
  ],
  [
    `published, with a draft from Nov 28, 2026, 9:30 AM UTC, to be published on ${at}`,
    { ...published, draft: { updatedAt, schedule } },
  ],
  ['draft from Nov 28, 2026, 9:30 AM UTC', draft],
  ['being unpublished', { ...draft, state: 'being unpublished' }],
  ['draft without a date', { ...draft, updatedAt: 7 }],
  ['draft of a published article, from Nov 28, 2026, 9:30 AM UTC', { ...draft, isBesideLive: true }],
  [`draft from Nov 28, 2026, 9:30 AM UTC, to be published on ${at}`, scheduled],
])('describes an article as %s', (words, article) => {
  expect(describeArticle(article)).toBe(words);
});

it('shows the date of an item that was written by hand as it is', () => {
  expect([describeDate('2026-11-25'), describeDate('yesterday')]).toEqual(['November 25, 2026', 'yesterday']);
});
