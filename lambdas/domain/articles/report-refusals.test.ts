import { expect, it, vi } from 'vitest';
import type { ReadArticle, Refusal } from './article-store.ts';
import { reportRefusals } from './report-refusals.ts';

const refusal: Refusal = {
  slug: 'maps',
  updatedAt: '2025-09-01T12:00:00Z',
  problems: ['headline: too long'],
};
const { slug: _, ...stored } = refusal;

/** Reports with an item that has this refusal from an earlier run. */
async function run(earlier: ReadArticle['refusal'], { isRefused, isUpToDate }: Record<string, boolean>) {
  const calls: string[] = [];
  const articles = {
    saveRefusal: async ({ slug }: Refusal) => void calls.push(`save ${slug}`),
    removeRefusal: async (slug: string, updatedAt: unknown) => void calls.push(`remove ${slug} ${updatedAt}`),
  };
  const report = vi.fn(async ({ slug }: Refusal) => void calls.push(`report ${slug}`));
  const item: ReadArticle = { problems: [], updatedAt: refusal.updatedAt, refusal: earlier };
  await reportRefusals(
    { articles, report },
    {
      items: new Map([['maps', item]]),
      refusals: new Map(isRefused ? [['maps', refusal]] : []),
      upToDate: new Set(isUpToDate ? ['maps'] : []),
    },
  );
  return calls;
}

it('reports a refusal before it saves it, so that a crash in between repeats the report', async () => {
  expect(await run(undefined, { isRefused: true })).toEqual(['report maps', 'save maps']);
});

it('reports the same refusal once', async () => {
  expect(await run(stored, { isRefused: true })).toEqual([]);
});

it('reports the refusal of a later edit', async () => {
  expect(await run({ ...stored, updatedAt: '2025-08-01T12:00:00Z' }, { isRefused: true })).toEqual([
    'report maps',
    'save maps',
  ]);
});

it('removes the refusal of an article that is published', async () => {
  expect(await run(stored, { isUpToDate: true })).toEqual(['remove maps 2025-09-01T12:00:00Z']);
});

it('leaves the refusal of an article that was not compared', async () => {
  expect(await run(stored, {})).toEqual([]);
});
