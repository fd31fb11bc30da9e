import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3 } from '@aws-sdk/client-s3';
import { startS3 } from '../../../local/fakes/s3/start-s3.ts';
import type { Comparison, Started } from '../comparison.ts';
import { installGo } from '../install.ts';
import { installMoto, motoName, startMoto } from '../install-moto.ts';
import { startProgram } from '../start-program.ts';
import { plainBucket, versionedBucket } from './buckets.ts';
import { errorProbes } from './error-probes.ts';
import { explainedByMoto, explainedByVersity } from './explained-s3-differences.ts';
import { linkProbes } from './link-probes.ts';
import { multipartProbes } from './multipart-probes.ts';
import { objectProbes } from './object-probes.ts';
import { versionProbes } from './version-probes.ts';

const versitygw = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0';

const common = {
  async startOurs() {
    const dir = mkdtempSync(join(tmpdir(), 's3-'));
    const { endpoint, stop } = await startS3({
      dir,
      buckets: [plainBucket, versionedBucket],
      versionedBuckets: [{ name: versionedBucket, forgets: [] }],
      onObjectCreated: async () => {},
    });
    return { service: clientOf(endpoint), stop: () => stop().then(() => rmSync(dir, { recursive: true })) };
  },
  probes: [...objectProbes, ...versionProbes, ...multipartProbes, ...linkProbes, ...errorProbes],
};

/** A Python server that imitates AWS for tests. */
export const motoS3: Comparison<S3> = {
  ...common,
  other: motoName,
  install: installMoto,
  async startOther() {
    const { url, stop } = await startMoto();
    return withBuckets(url, stop);
  },
  explained: explainedByMoto,
};

/** A gateway that serves folders by the protocol of S3. */
export const versityS3: Comparison<S3> = {
  ...common,
  other: 'versitygw 1.8.0',
  install: async () => void installGo(versitygw),
  async startOther() {
    const dir = mkdtempSync(join(tmpdir(), 'versitygw-'));
    for (const folder of ['objects', 'versions']) mkdirSync(join(dir, folder));
    const { url, stop } = await startProgram(join(installGo(versitygw), 'versitygw'), (port) => [
      ...['--access', 'local', '--secret', 'local', '--port', `127.0.0.1:${port}`, '--quiet'],
      ...['posix', '--versioning-dir', join(dir, 'versions'), join(dir, 'objects')],
    ]);
    return withBuckets(url, () => stop().then(() => rmSync(dir, { recursive: true })));
  },
  explained: explainedByVersity,
};

async function withBuckets(endpoint: string, stop: () => Promise<void>): Promise<Started<S3>> {
  const service = clientOf(endpoint);
  for (const Bucket of [plainBucket, versionedBucket]) await service.createBucket({ Bucket });
  await service.putBucketVersioning({
    Bucket: versionedBucket,
    VersioningConfiguration: { Status: 'Enabled' },
  });
  return { service, stop };
}

function clientOf(endpoint: string): S3 {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return new S3({ endpoint, region: 'us-east-1', credentials, maxAttempts: 1, forcePathStyle: true });
}
