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
import { beforeEach, vi } from 'vitest';
import { articleOf } from './test-blog.ts';

/** What surrounds a function that writes the blog: an empty bucket, a table with one article, and the CDN. Before its import. */
export function mockSurroundings() {
  vi.stubEnv('ARTICLES_TABLE', 'Articles');
  vi.stubEnv('DISTRIBUTION_ID', 'E123');
  vi.stubEnv('SITE_BUCKET', 'site');
  const s3 = mockClient(S3Client);
  const table = mockClient(DynamoDBDocumentClient);
  const cdn = mockClient(CloudFrontClient);

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

  return {
    s3,
    table,
    cdn,
    writtenKeys: () => s3.commandCalls(PutObjectCommand).map(({ args }) => args[0].input.Key),
    invalidation: () => cdn.commandCalls(CreateInvalidationCommand)[0]?.args[0].input,
  };
}

/** An event as the bus hands it over, with half a minute to handle it. */
export function delivery(detail: object): [EventBridgeEvent<string, unknown>, Context] {
  return [
    { id: 'event-1', detail } as EventBridgeEvent<string, unknown>,
    { getRemainingTimeInMillis: () => 30_000 } as Context,
  ];
}
