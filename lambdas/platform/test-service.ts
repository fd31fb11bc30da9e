import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

interface Service {
  endpoint: string;
  stop: () => Promise<void>;
}

/** A service of the local cloud for the tests of a file, on a folder of its own. Gives what a client needs to reach it. */
export function testService(start: (dir: string) => Promise<Service>) {
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
    // Asked for with the first call, when it is known.
    endpoint: async () => {
      const { hostname, port } = new URL(service.endpoint);
      return { protocol: 'http:', hostname, port: Number(port), path: '/' };
    },
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  };
}
