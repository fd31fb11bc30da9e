import { parseArgs } from 'node:util';
import { platformNames } from '../contract/platforms.ts';
import { connect } from './connect.ts';
import { uploadRelease } from './upload-release.ts';

const usage = 'Usage: npm run release -- publish <version> <folder> [--stage <name>]';

/** The team's command for releases. */
async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { stage: { type: 'string' } },
  });
  const [command, version, folder] = positionals;
  if (command !== 'publish' || !version || !folder) throw new Error(usage);
  const { s3, buildsBucket, siteUrl } = await connect(values.stage);
  const date = new Date().toISOString();
  await uploadRelease({ s3, bucket: buildsBucket, version, folder, date, onProgress: showProgress });
  console.log(`Uploaded ${version}. When its files are verified, it shows at ${siteUrl}/version.json`);
}

function showProgress(platform: keyof typeof platformNames, uploadedBytes: number, totalBytes: number): void {
  const percent = Math.floor((uploadedBytes / totalBytes) * 100);
  process.stdout.write(`\r${platformNames[platform].padEnd(24)} ${String(percent).padStart(3)} %`);
  if (uploadedBytes >= totalBytes) process.stdout.write('\n');
}

run().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
