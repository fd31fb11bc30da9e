import { expect, it } from 'vitest';
import type { Refusal } from './article-store.ts';
import { reportRefusals } from './report-refusals.ts';

const refusal: Refusal = {
  slug: 'maps',
  updatedAt: '2025-09-01T12:00:00Z',
  problems: ['headline: too long'],
};

/** What was called, in order. */
const calls: string[] = [];
const articles = {
  saveRefusal: async ({ slug }: Refusal) => void calls.push(`save ${slug}`),
  removeRefusal: async (slug: string, updatedAt: unknown) => void calls.push(`remove ${slug} ${updatedAt}`),
};
const report = async ({ slug }: Refusal) => void calls.push(`report ${slug}`);

it('reports a refusal before it saves it, so that a crash in between repeats the report', async () => {
  calls.length = 0;
  await reportRefusals({ articles, report }, { refusals: [refusal], accepted: [] });
  expect(calls).toEqual(['report maps', 'save maps']);
});

it('removes the refusal of an article that is published', async () => {
  calls.length = 0;
  const accepted = [{ slug: 'maps', updatedAt: refusal.updatedAt }];
  await reportRefusals({ articles, report }, { refusals: [], accepted });
  expect(calls).toEqual(['remove maps 2025-09-01T12:00:00Z']);
});
