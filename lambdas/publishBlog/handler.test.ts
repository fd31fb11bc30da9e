import { CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import {
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { BatchGetCommand, DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Context, EventBridgeEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { articleOf, plainRenderer } from '../articles/test-blog.ts';

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
    {
      id: 'event-1',
      detail: { bucket: { name: 'site' }, object: { key: 'build.json' } },
    } as EventBridgeEvent<string, unknown>,
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
  table.on(QueryCommand).resolves({ Items: [articleOf('maps')] });
});

test('a new build has every article rendered anew, and the CDN asks for it', async () => {
  await deliver();
  expect(table.commandCalls(QueryCommand)[0]?.args[0].input).toMatchObject({
    TableName: 'Articles',
    IndexName: 'byStatus',
    ExpressionAttributeValues: { ':value': 'published' },
  });
  expect(writtenKeys()).toEqual(
    expect.arrayContaining(['blog/maps/index.html', 'blog/index.html', 'sitemap-articles.xml']),
  );
  const [call] = cdn.commandCalls(CreateInvalidationCommand);
  expect(call?.args[0].input.InvalidationBatch?.Paths?.Items).toContain('/blog/maps');
});
