import { CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import {
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { BatchGetCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Context, EventBridgeEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { articleOf, plainRenderer } from '../articles/test-blog.ts';
import { logger } from '../platform/logger.ts';

vi.stubEnv('ARTICLES_TABLE', 'Articles');
vi.stubEnv('DISTRIBUTION_ID', 'E123');
vi.stubEnv('SITE_BUCKET', 'site');
vi.mock('#blog-renderer', () => plainRenderer);
const s3 = mockClient(S3Client);
const table = mockClient(DynamoDBDocumentClient);
const cdn = mockClient(CloudFrontClient);
const { handler } = await import('./handler.ts');

const deliver = () =>
  handler(
    { id: 'event-1', detail: { slug: 'maps' } } as EventBridgeEvent<string, unknown>,
    { getRemainingTimeInMillis: () => 30_000 } as Context,
  );
const writtenKeys = () => s3.commandCalls(PutObjectCommand).map(({ args }) => args[0].input.Key);

beforeEach(() => {
  s3.reset();
  table.reset();
  cdn.reset();
  cdn.on(CreateInvalidationCommand).resolves({});
  s3.on(GetObjectCommand).rejects(new NoSuchKey({ message: 'No.', $metadata: {} }));
  s3.on(ListObjectsV2Command).resolves({});
  s3.on(PutObjectCommand).resolves({ ETag: '"1"' });
  table.on(BatchGetCommand).resolves({ Responses: { Articles: [articleOf('maps')] } });
});

test('an article that was published gets its page, and the CDN asks for it', async () => {
  await deliver();
  const keys = writtenKeys();
  expect([keys.at(0), keys.at(-1)]).toEqual(['blog/published.json', 'blog/published.json']);
  expect(keys).toEqual(expect.arrayContaining(['blog/maps/index.html', 'blog/index.html', 'blog.rss']));
  const [call] = cdn.commandCalls(CreateInvalidationCommand);
  expect(call?.args[0].input).toMatchObject({
    DistributionId: 'E123',
    InvalidationBatch: { CallerReference: 'blog-"1"' },
  });
  expect(call?.args[0].input.InvalidationBatch?.Paths?.Items).toContain('/blog/maps');
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
