import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll } from 'vitest';
import { startS3 } from '../../local/fakes/s3/start-s3.ts';

/** The local S3 with these buckets, for tests of conditions, ETags and concurrent calls. */
export function testBuckets(...buckets: string[]): S3Client {
  const client = new S3Client(
    testService((dir) => startS3({ dir, buckets, onObjectCreated: async () => {} })),
  );
  // Runs before the service stops and waits for connections: hooks run in reverse order.
  afterAll(() => client.destroy());
  return client;
}

interface Service {
  endpoint: string;
  stop: () => Promise<void>;
}

/** Starts a service of the local cloud for the tests of a file, with its own folder. Returns the client's settings. */
function testService(start: (dir: string) => Promise<Service>) {
  let dir: string;
  let service: Service;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lorewright-service-'));
    service = await start(dir);
  });
  afterAll(async () => {
    await service.stop();
    await rm(dir, { recursive: true });
  });
  return {
    // The client reads it at its first call, after the service has started.
    endpoint: async () => {
      const { hostname, port } = new URL(service.endpoint);
      return { protocol: 'http:', hostname, port: Number(port), path: '/' };
    },
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  };
}
