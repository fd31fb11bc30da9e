import { expect, it, vi } from 'vitest';
import { logger } from '../../platform/logger.ts';
import type { Refusal } from './article-store.ts';
import { reportRefusals } from './report-refusals.ts';

vi.spyOn(logger, 'error').mockImplementation(() => {});
const updatedAt = '2025-09-01T12:00:00Z';
const refusals: Refusal[] = ['maps', 'songs'].map((slug) => ({
  slug,
  updatedAt,
  problems: ['headline: too long'],
}));

/** Returns the calls in order. Those that begin with `failing` fail. */
async function callsOf(failing?: string) {
  const calls: string[] = [];
  const call = async (name: string) => {
    calls.push(name);
    if (failing && name.startsWith(failing)) throw new Error('unavailable');
  };
  await reportRefusals(
    {
      articles: {
        saveRefusal: ({ slug }) => call(`save ${slug}`),
        removeRefusal: (slug, time) => call(`remove ${slug} ${time}`),
      },
      tellTeam: (told) => call(`tell ${told.map(({ slug }) => slug)}`),
    },
    { refusals, accepted: [{ slug: 'letters', updatedAt }] },
  );
  return calls;
}

const expected = ['tell maps,songs', 'save maps', 'save songs', `remove letters ${updatedAt}`];

it('sends one email, saves each refusal, and removes those of published articles', async () => {
  expect(await callsOf()).toEqual(expected);
});

it('saves no refusal after a failed email, so that the next run sends it', async () => {
  expect(await callsOf('tell')).toEqual(['tell maps,songs', `remove letters ${updatedAt}`]);
});

it.each(['save', 'remove'])('continues when it cannot %s', async (failing) => {
  expect(await callsOf(failing)).toEqual(expected);
});
