import { filesOf, type ReleaseManifest } from '../../contract/records/release.ts';
import { type Platform, platformNames } from '../../contract/rules/platforms.ts';
import { describeRollout, type Share, shares } from '../../contract/rules/rollout-shares.ts';
import { actionOf, changeRollout } from '../../lambdas/domain/releases/change-rollout.ts';
import {
  type BuildsBucket,
  checkVersion,
  findManifest,
} from '../../lambdas/domain/releases/release-manifests.ts';
import { describeUpdatersWithoutFiles } from '../../lambdas/domain/releases/updaters.ts';
import { yank } from '../../lambdas/domain/releases/yank-release.ts';
import { recordCommand } from './audit/record-command.ts';
import { awaitRelease, isListed } from './release/await-release.ts';
import { archiveKeys } from './release/evidence.ts';
import { completeUpload, publishFolder, type ReleaseOptions } from './release/publish.ts';
import { readReleaseNotes } from './release/release-notes.ts';
import { describeVerification, readBuildTrust } from './release/verify-signatures.ts';
import { connect } from './stage/connect.ts';
import { parseArguments, startCommand } from './terminal/start-command.ts';

const usage = `Usage: npm run release -- <command> [--stage <name>] [--share <percent>] [--unsigned "<reason>"] [--yes]

  publish <version> <folder>   uploads a release; the folder contains mac-arm64/, mac-x64/ and win-x64/
  complete <version>           the same for files that were uploaded to the bucket by hand
  rollout <version> <share>    offers a release to more installations; halt or resume instead of a share halts or resumes it
  yank <version>               withdraws a release when the desk cannot, such as while the site is read-only

  --share <percent>       publishes for 1, 5, 20 or 50 percent of the installations; the others keep the previous release
  --unsigned "<reason>"   publishes builds without a signature; the download page shows the reason
  --yes                   withdraws a release even if its channel then has none

Without --stage it works on the local cloud. The release notes come from content/changelog.md.`;

/** The team's command for releases. */
async function run(): Promise<void> {
  const { positionals, values } = parseArguments(usage, {
    allowPositionals: true,
    options: {
      stage: { type: 'string' },
      share: { type: 'string' },
      unsigned: { type: 'string' },
      yes: { type: 'boolean', default: false },
    },
  });
  const [command = '', version = '', detail = '', ...more] = positionals;
  const known = Object.hasOwn(commands, command) ? commands[command as keyof typeof commands] : undefined;
  const count = [version, detail].filter(Boolean).length;
  if (!known || count !== known.arguments || more.length > 0) throw new Error(usage);
  if (version) checkVersion(version);
  const share = values.share === undefined ? undefined : readShare(values.share);
  const { s3, buildsBucket, siteUrl } = await connect(values.stage);
  const { stage, unsigned, yes: mayLeaveNone } = values;
  const given = { version, detail, siteUrl, stage, share, unsigned, mayLeaveNone };
  await known.run({ s3, bucket: buildsBucket }, given);
}

interface Given {
  version: string;
  /** The folder, or the change of a rollout. */
  detail: string;
  siteUrl: string;
  stage: string | undefined;
  /** The first share of a new release, in percent. */
  share: Share | undefined;
  /** Why builds are not signed. */
  unsigned: string | undefined;
  /** Whether a withdrawal may leave a channel without a release. */
  mayLeaveNone: boolean;
}

const now = () => new Date();

/** @throws Error when it is not a share */
function readShare(text: string): Share {
  const share = shares.find((each) => String(each) === text);
  if (share) return share;
  throw new Error(`"${text}" is not a share. The shares are ${shares.join(', ')} percent.`);
}

const onWarning = (sentence: string) => console.warn(`Warning: ${sentence}`);

/** Uploads a release, or completes one, and waits until visitors get it. */
async function recordUpload(
  to: BuildsBucket,
  { version, siteUrl, stage, share, unsigned }: Given,
  upload: (options: ReleaseOptions) => Promise<ReleaseManifest>,
): Promise<void> {
  const notes = await readReleaseNotes(version);
  const trust = await readBuildTrust(now());
  let manifest: ReleaseManifest | undefined;
  await recordCommand(stage, { action: 'publishRelease', version }, async () => {
    manifest = await upload({ to, version, now, onWarning, trust, share, unsigned, ...notes });
    return undefined;
  });
  if (manifest) await sayWhenOffered(to, manifest, siteUrl);
}

const commands = {
  publish: {
    arguments: 2,
    run: (to: BuildsBucket, given: Given) =>
      recordUpload(to, given, (options) => {
        console.log(`Reading ${given.detail} …`);
        return publishFolder({ ...options, folder: given.detail, onProgress: showProgress });
      }),
  },
  complete: {
    arguments: 1,
    run: (to: BuildsBucket, given: Given) =>
      recordUpload(to, given, async (options) => {
        console.log(`Reading the files of ${given.version} in the bucket …`);
        const manifest = await completeUpload(options);
        const count = Object.values(manifest.builds).flatMap(filesOf).length;
        console.log(`Wrote release.json for ${count} files.`);
        return manifest;
      }),
  },
  rollout: {
    arguments: 2,
    async run(from: BuildsBucket, { version, detail, stage }: Given) {
      const change = detail === 'halt' || detail === 'resume' ? detail : readShare(detail);
      const { rollout } = (await findManifest(from, version)).manifest;
      const seen = describeRollout(rollout);
      if (rollout?.haltedAt && typeof change === 'number')
        throw new Error(
          `The rollout of ${version} is ${seen}. Resume it first: npm run release -- rollout ${version} resume`,
        );
      const action = { action: actionOf(change), version, before: seen };
      await recordCommand(stage, action, () => changeRollout(from, version, change, { now: now(), seen }));
      console.log(
        `${sayRollout((await findManifest(from, version)).manifest)} The site follows in a moment.`,
      );
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
    manifest.rollout
      ? `${version} is verified. ${sayRollout(manifest)}`
      : `${version} is verified. The ${channel} channel offers its highest version: ${siteUrl}/download`,
  );
  console.log(
    `The keys of licenses are archived with it: ${siteUrl}${await archiveKeys(from, version, siteUrl)}`,
  );
  if (!(await isListed(siteUrl, version, '/changelog')))
    console.log('The page /changelog shows its notes after the next deployment of the site.');
}

function sayRollout({ version, rollout }: ReleaseManifest): string {
  if (!rollout) return `Everybody gets ${version}.`;
  return rollout.haltedAt
    ? `The rollout of ${version} is halted, and everybody is offered the previous release.`
    : `${rollout.share}% of the installations get ${version}, and everybody else keeps the previous release.`;
}

const barWidth = 24;

function showProgress(platform: Platform, fileName: string, uploadedBytes: number, totalBytes: number): void {
  const share = uploadedBytes / totalBytes;
  if (process.stdout.isTTY) {
    const filled = Math.floor(share * barWidth);
    const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
    const percent = String(Math.floor(share * 100)).padStart(3);
    process.stdout.write(`\r${platformNames[platform].padEnd(26)} ${bar} ${percent}%  ${fileName}\x1b[K`);
  }
  if (uploadedBytes < totalBytes) return;
  if (process.stdout.isTTY) process.stdout.write('\n');
  else console.log(`${platformNames[platform]}: ${fileName} is uploaded.`);
}

startCommand(run);
