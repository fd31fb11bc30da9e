import { filesOf, type ReleaseManifest } from '../../contract/records/release.ts';
import { type Platform, platformNames } from '../../contract/rules/platforms.ts';
import {
  type BuildsBucket,
  checkVersion,
  findManifest,
} from '../../lambdas/domain/releases/release-manifests.ts';
import { describeUpdatersWithoutFiles } from '../../lambdas/domain/releases/updaters.ts';
import { yank } from '../../lambdas/domain/releases/yank-release.ts';
import { recordCommand } from './audit/record-command.ts';
import { awaitRelease, isListed } from './release/await-release.ts';
import { completeUpload, publishFolder } from './release/publish.ts';
import { readReleaseNotes } from './release/release-notes.ts';
import { describeVerification, readBuildTrust } from './release/verify-signatures.ts';
import { connect } from './stage/connect.ts';
import { describeError } from './terminal/describe-error.ts';
import { parseArguments } from './terminal/parse-arguments.ts';

const usage = `Usage: npm run release -- <command> [--stage <name>] [--unsigned "<reason>"] [--yes]

  publish <version> <folder>   uploads a release; the folder contains mac-arm64/, mac-x64/ and win-x64/
  complete <version>           the same for files that were uploaded to the bucket by hand
  yank <version>               withdraws a release when the desk cannot, such as while the site is read-only

  --unsigned "<reason>"   publishes builds without a signature; the download page shows the reason
  --yes                   withdraws a release even if its channel then has none

Without --stage it works on the local cloud. The release notes come from content/changelog.md.`;

/** The team's command for releases. */
async function run(): Promise<void> {
  const { positionals, values } = parseArguments(usage, {
    allowPositionals: true,
    options: {
      stage: { type: 'string' },
      unsigned: { type: 'string' },
      yes: { type: 'boolean', default: false },
    },
  });
  const [command = '', version = '', folder = '', ...more] = positionals;
  const known = Object.hasOwn(commands, command) ? commands[command as keyof typeof commands] : undefined;
  const given = [version, folder].filter(Boolean).length;
  if (!known || given !== known.arguments || more.length > 0) throw new Error(usage);
  if (version) checkVersion(version);
  const { s3, buildsBucket, siteUrl } = await connect(values.stage);
  const { stage, unsigned, yes: mayLeaveNone } = values;
  await known.run({ s3, bucket: buildsBucket }, { version, folder, siteUrl, stage, unsigned, mayLeaveNone });
}

interface Given {
  version: string;
  folder: string;
  siteUrl: string;
  stage: string | undefined;
  /** Why builds are not signed. */
  unsigned: string | undefined;
  /** Whether a withdrawal may leave a channel without a release. */
  mayLeaveNone: boolean;
}

const now = () => new Date();
const onWarning = (sentence: string) => console.warn(`Warning: ${sentence}`);

const commands = {
  publish: {
    arguments: 2,
    async run(to: BuildsBucket, { version, folder, siteUrl, unsigned }: Given) {
      const notes = await readReleaseNotes(version);
      console.log(`Reading ${folder} …`);
      const onProgress = showProgress;
      const options = { to, version, now, onWarning, trust: await readBuildTrust(now()), unsigned, ...notes };
      const manifest = await publishFolder({ ...options, folder, onProgress });
      await sayWhenOffered(to, manifest, siteUrl);
    },
  },
  complete: {
    arguments: 1,
    async run(to: BuildsBucket, { version, siteUrl, unsigned }: Given) {
      const notes = await readReleaseNotes(version);
      console.log(`Reading the files of ${version} in the bucket …`);
      const trust = await readBuildTrust(now());
      const manifest = await completeUpload({ to, version, now, onWarning, trust, unsigned, ...notes });
      const count = Object.values(manifest.builds).flatMap(filesOf).length;
      console.log(`Wrote release.json for ${count} files.`);
      await sayWhenOffered(to, manifest, siteUrl);
    },
  },
  yank: {
    arguments: 1,
    async run(from: BuildsBucket, { version, stage, mayLeaveNone }: Given) {
      await findManifest(from, version);
      await recordCommand(stage, { action: 'yankRelease', version }, async () => {
        await yank(from, version, now(), { mayLeaveNone });
        return 'withdrawn';
      });
      console.log(`Withdrew ${version}. The site stops offering it in a moment.`);
    },
  },
};

async function sayWhenOffered(from: BuildsBucket, manifest: ReleaseManifest, siteUrl: string): Promise<void> {
  const { version, channel } = manifest;
  for (const sentence of describeVerification(manifest.builds)) console.log(sentence);
  describeUpdatersWithoutFiles(manifest).forEach(onWarning);
  console.log(
    `The site is verifying ${version}. You can end this command: the release continues, and if its files do not match release.json, the team gets an email.`,
  );
  await awaitRelease({
    from,
    siteUrl,
    manifest,
    onMinute: (minutes) => console.log(`Still verifying after ${minutes} min …`),
  });
  console.log(
    `${version} is verified. The ${channel} channel offers its highest version: ${siteUrl}/download`,
  );
  if (!(await isListed(siteUrl, version, '/changelog')))
    console.log('The page /changelog shows its notes after the next deployment of the site.');
}

const barWidth = 24;

function showProgress(platform: Platform, fileName: string, uploadedBytes: number, totalBytes: number): void {
  const share = uploadedBytes / totalBytes;
  if (process.stdout.isTTY) {
    const filled = Math.floor(share * barWidth);
    const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
    const percent = String(Math.floor(share * 100)).padStart(3);
    process.stdout.write(`\r${platformNames[platform].padEnd(26)} ${bar} ${percent} %  ${fileName}\x1b[K`);
  }
  if (uploadedBytes < totalBytes) return;
  if (process.stdout.isTTY) process.stdout.write('\n');
  else console.log(`${platformNames[platform]}: ${fileName} is uploaded.`);
}

run().catch((error: Error) => {
  console.error(describeError(error));
  process.exitCode = 1;
});
