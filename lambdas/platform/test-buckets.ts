import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll } from 'vitest';
import { startS3 } from '../../local/s3/start-s3.ts';

/** The local S3 with these buckets, for what only a bucket can show: conditions, ETags, and calls at the same time. */
export function testBuckets(...buckets: string[]): S3Client {
  let dir: string;
  let service: Awaited<ReturnType<typeof startS3>>;
  const client = new S3Client({
    endpoint: async () => {
      const { hostname, port } = new URL(service.endpoint);
      return { protocol: 'http:', hostname, port: Number(port), path: '/' };
    },
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lorewright-buckets-'));
    service = await startS3({ dir, buckets, onObjectCreated: async () => {} });
  });
  afterAll(async () => {
    client.destroy();
    await service.stop();
    await rm(dir, { recursive: true });
  });
  return client;
}
