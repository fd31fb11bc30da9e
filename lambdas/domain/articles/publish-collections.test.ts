import { beforeEach, describe, expect, it, vi } from 'vitest';
import { logger } from '../../platform/logger.ts';
import type { Refusal } from './article-store.ts';
import { changedSlugs, reportRefusals } from './publish-collections.ts';

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
        saveRefusal: ({ slug, isUnreported }) => call(`save ${slug}${isUnreported ? ' unreported' : ''}`),
        removeRefusal: (slug, time) => call(`remove ${slug} ${time}`),
      },
      mailTeam: (refused) => call(`mail ${refused.map(({ slug }) => slug)}`),
    },
    { refusals, accepted: [{ slug: 'letters', updatedAt }] },
  );
  return calls;
}

const expected = ['mail maps,songs', 'save maps', 'save songs', `remove letters ${updatedAt}`];

it('sends one email, saves each refusal, and removes those of published articles', async () => {
  expect(await callsOf()).toEqual(expected);
});

it('saves after a failed email that the next run must send it', async () => {
  expect(await callsOf('mail')).toEqual([
    'mail maps,songs',
    'save maps unreported',
    'save songs unreported',
    `remove letters ${updatedAt}`,
  ]);
});

it.each(['save', 'remove'])('continues when it cannot %s', async (failing) => {
  expect(await callsOf(failing)).toEqual(expected);
});

describe('changedSlugs', () => {
  const logError = vi.spyOn(logger, 'error');

  beforeEach(() => {
    logError.mockReset();
  });

  const articleChanged = (slug: string) => ({ 'detail-type': 'ArticleChanged', detail: { slug } });

  it('names each changed article once', () => {
    expect(changedSlugs([articleChanged('maps'), articleChanged('songs'), articleChanged('maps')])).toEqual([
      'maps',
      'songs',
    ]);
  });

  it('keeps the changed articles beside a new build, because the index may not list them yet', () => {
    expect(changedSlugs([articleChanged('maps'), { 'detail-type': 'Object Created' }])).toEqual(['maps']);
    expect(logError).not.toHaveBeenCalled();
  });

  it.each([undefined, 'text', articleChanged(''), { 'detail-type': 'SomethingElse' }])(
    'logs %j, which is not valid',
    (message) => {
      expect(changedSlugs([articleChanged('maps'), message])).toEqual(['maps']);
      expect(logError).toHaveBeenCalledOnce();
    },
  );
});
