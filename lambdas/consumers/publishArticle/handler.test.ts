import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test, vi } from 'vitest';
import { articleOf, plainRenderer } from '../../domain/articles/test-blog.ts';
import { delivery, mockSurroundings } from '../../domain/articles/test-handler.ts';
import { logger } from '../../platform/logger.ts';

vi.mock('#blog-renderer', () => plainRenderer);
const { s3, table, writtenKeys, invalidation } = mockSurroundings();
const { handler } = await import('./handler.ts');

const deliver = () => handler(...delivery({ slug: 'maps' }));

test('an article that was published gets its page, and the CDN asks for it', async () => {
  await deliver();
  const keys = writtenKeys();
  expect([keys.at(0), keys.at(-1)]).toEqual(['blog/published.json', 'blog/published.json']);
  expect(keys).toEqual(expect.arrayContaining(['blog/maps/index.html', 'blog/index.html', 'blog.rss']));
  expect(invalidation()).toMatchObject({
    DistributionId: 'E123',
    InvalidationBatch: { CallerReference: 'blog-"1"' },
  });
  expect(invalidation()?.InvalidationBatch?.Paths?.Items).toContain('/blog/maps');
});

test('it says in the record for how long it may be at work', async () => {
  vi.useFakeTimers({ now: new Date('2025-09-01T12:00:00Z'), toFake: ['Date'] });
  await deliver();
  vi.useRealTimers();
  const [first] = s3.commandCalls(PutObjectCommand);
  expect(JSON.parse(String(first?.args[0].input.Body)).worker).toEqual({
    eventId: 'event-1',
    until: '2025-09-01T12:00:40.000Z',
  });
});

test('what is wrong with an article stands in the log, and nothing of what it says', async () => {
  const logError = vi.spyOn(logger, 'error').mockImplementation(() => {});
  table.on(BatchGetCommand).resolves({ Responses: { Articles: [{ ...articleOf('maps'), headline: 7 }] } });
  await deliver();
  expect(logError).toHaveBeenCalledExactlyOnceWith(expect.any(String), {
    slug: 'maps',
    problems: [expect.stringMatching(/^headline: /)],
  });
  expect(writtenKeys()).toEqual(['blog/published.json']);
});

test('while the bucket cannot be reached the event fails, and comes again', async () => {
  vi.spyOn(logger, 'error').mockImplementation(() => {});
  s3.on(GetObjectCommand).rejects(new Error('away'));
  await expect(deliver()).rejects.toThrow('away');
});
