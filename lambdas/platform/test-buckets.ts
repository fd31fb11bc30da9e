import { S3Client } from '@aws-sdk/client-s3';
import { afterAll } from 'vitest';
import { startS3 } from '../../local/fakes/s3/start-s3.ts';
import { testService } from './test-service.ts';

/** The local S3 with these buckets, for tests of conditions, ETags and concurrent calls. */
export function testBuckets(...buckets: string[]): S3Client {
  const client = new S3Client(
    testService((dir) => startS3({ dir, buckets, onObjectCreated: async () => {} })),
  );
  // Runs before the service stops and waits for connections: hooks run in reverse order.
  afterAll(() => client.destroy());
  return client;
}
