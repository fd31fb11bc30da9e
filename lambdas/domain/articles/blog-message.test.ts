import { beforeEach, expect, it, vi } from 'vitest';
import { logger } from '../../platform/logger.ts';
import { changesOf, continuation } from './blog-message.ts';

const logError = vi.spyOn(logger, 'error');
beforeEach(() => {
  logError.mockReset();
});
const articleChanged = (slug: string) => ({ 'detail-type': 'ArticleChanged', detail: { slug } });

it('requests each changed article once', () => {
  expect(
    changesOf([articleChanged('maps'), articleChanged('songs'), articleChanged('maps'), continuation]),
  ).toEqual({
    slugs: ['maps', 'songs'],
    isAll: false,
  });
});

it('keeps the changed articles beside a new build, because the index may not list them yet', () => {
  expect(changesOf([articleChanged('maps'), { 'detail-type': 'Object Created' }])).toEqual({
    slugs: ['maps'],
    isAll: true,
  });
});

it.each([undefined, 'text', articleChanged(''), { 'detail-type': 'SomethingElse' }])(
  'logs the invalid message %j, and requests all articles',
  (message) => {
    expect(changesOf([articleChanged('maps'), message])).toEqual({ slugs: ['maps'], isAll: true });
    expect(logError).toHaveBeenCalledOnce();
  },
);
