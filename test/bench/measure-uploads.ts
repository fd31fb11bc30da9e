import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { platforms } from '../../contract/rules/platforms.ts';
import { startS3 } from '../../local/fakes/s3/start-s3.ts';
import { publishFolder } from '../../scripts/commands/release/publish.ts';
import { localS3 } from '../../scripts/commands/stage/connect.ts';
import { median } from './median.ts';

const rounds = 5;
const mebibyte = 1024 * 1024;
/** The size per platform; together about that of a real release. */
const fileBytes = 67 * mebibyte;
const bucket = 'builds';

/**
 * Measures how long `npm run release -- publish` takes, compared with a plain multipart upload of
 * the same bytes, in turns.
 */
export async function measureUploads(onRound: (round: number, rounds: number) => void): Promise<string[][]> {
  const dir = await mkdtemp(join(tmpdir(), 'lorewright-bench-'));
  const cloud = await startS3({
    dir: join(dir, 's3'),
    buckets: [bucket],
    onObjectCreated: async () => {},
  });
  const s3 = localS3(cloud.endpoint);
  try {
    const folder = join(dir, 'build');
    for (const platform of platforms) {
      await mkdir(join(folder, platform), { recursive: true });
      await writeFile(join(folder, platform, 'app.zip'), randomBytes(fileBytes));
    }
    const times = { plain: [] as number[], release: [] as number[] };
    for (let round = 1; round <= rounds; round++) {
      onRound(round, rounds);
      times.plain.push(await timeOf(() => uploadPlainly(s3, folder, `plain/${round}`)));
      times.release.push(
        await timeOf(() =>
          publishFolder({
            to: { s3, bucket },
            version: `1.0.${round}`,
            folder,
            now: () => new Date(),
            channel: 'stable',
            notes: '',
            onProgress: () => {},
          }),
        ),
      );
    }
    const [plain, release] = [median(times.plain), median(times.release)];
    const size = `${Math.round((fileBytes * platforms.length) / mebibyte)} MiB`;
    return [
      ['', 'size', 'ratio'],
      ['plain multipart upload', size, '1.00'],
      ['npm run release -- publish (hashes, then uploads)', size, (release / plain).toFixed(2)],
    ];
  } finally {
    s3.destroy();
    await cloud.stop();
    await rm(dir, { recursive: true });
  }
}

async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

async function uploadPlainly(s3: S3Client, folder: string, prefix: string): Promise<void> {
  for (const platform of platforms) {
    const upload = new Upload({
      client: s3,
      partSize: 8 * mebibyte,
      params: {
        Bucket: bucket,
        Key: `${prefix}/${platform}/app.zip`,
        Body: createReadStream(join(folder, platform, 'app.zip')),
      },
    });
    await upload.done();
  }
}
