import { beforeEach, expect, it, vi } from 'vitest';
import { logger } from '../../platform/logger.ts';
import { changedSlugs } from './changed-slugs.ts';

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
