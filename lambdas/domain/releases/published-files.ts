import {
  type Channel,
  channels,
  filesOf,
  type ReleaseFile,
  type ReleaseManifest,
} from '../../../contract/records/release.ts';
import { recordFeedPath, recordPath } from '../../../contract/records/release-record.ts';
import { brand } from '../../../contract/rules/brand.ts';
import { platforms } from '../../../contract/rules/platforms.ts';
import { partialShares, type Share } from '../../../contract/rules/rollout-shares.ts';
import {
  currentRelease,
  type LiveRecord,
  manifestsOf,
  publicReleases,
  versionInfo,
} from './live-releases.ts';
import { recordFeed, releaseFeed } from './release-feeds.ts';
import { historyOf } from './release-history.ts';
import { electronManifest, tauriManifest } from './updater-files.ts';

export interface PublishedFile {
  contentType: string;
  /** Undefined if the file must not exist. */
  body: string | undefined;
}

const json = (value: object | undefined): PublishedFile => ({
  contentType: 'application/json',
  body: value && JSON.stringify(value, null, 2),
});

/** electron-updater calls the stable channel `latest`. */
const electronNames: Record<Channel, string> = { stable: 'latest', beta: 'beta' };

/** All published files, by key in the builds bucket, which is also the path on the site. */
export function publishedFiles(record: LiveRecord, siteUrl: string): Record<string, PublishedFile> {
  const stable = currentRelease(record, 'stable');
  const releases = publicReleases(record);
  const history = historyOf(record);
  const forUpdaters = (folder: string, channel: Channel, cohort: Share): [string, PublishedFile][] => {
    const manifest = currentRelease(record, channel, cohort)?.manifest;
    const electron = (system: 'mac' | 'win'): PublishedFile => ({
      contentType: 'text/yaml; charset=utf-8',
      body: manifest && electronManifest(manifest, system, siteUrl),
    });
    return [
      [`${folder}/${electronNames[channel]}.yml`, electron('win')],
      [`${folder}/${electronNames[channel]}-mac.yml`, electron('mac')],
      [`${folder}/tauri-${channel}.json`, json(manifest && tauriManifest(manifest, siteUrl))],
    ];
  };
  return {
    'version.json': json(stable && versionInfo(stable, siteUrl)),
    'releases.json': json(releases),
    ...Object.fromEntries(channels.flatMap((channel) => forUpdaters('updates', channel, 100))),
    // lib/edge/update-request.js leads an installation to the manifests of its cohort.
    ...Object.fromEntries(
      partialShares.flatMap((cohort) => forUpdaters(`updates/cohorts/${cohort}`, 'stable', cohort)),
    ),
    'updates/SHA256SUMS.txt': {
      contentType: 'text/plain; charset=utf-8',
      body: checksumFile(manifestsOf(record)),
    },
    'updates/releases.atom': {
      contentType: 'application/atom+xml; charset=utf-8',
      body: releaseFeed(releases, siteUrl),
    },
    [recordPath]: json(history),
    [recordFeedPath]: {
      contentType: 'application/atom+xml; charset=utf-8',
      body: recordFeed(history, siteUrl),
    },
  };
}

/**
 * The checksums of all builds that people can download, newest version first, in the format of `sha256sum --check`. Comments say who
 * signed each build, and when.
 */
export function checksumFile(manifests: ReleaseManifest[]): string {
  const versions = manifests
    .filter(({ yankedAt }) => !yankedAt)
    .map(({ version, date, builds, unsigned }) => {
      const files = platforms.flatMap((platform) => filesOf(builds[platform]));
      return [
        `# ${brand} ${version}, ${date.slice(0, 10)}${unsigned ? `: not all builds are signed. ${unsigned}` : ''}`,
        ...new Set(files.map((file) => linesOf(file))),
      ].join('\n');
    });
  return `${versions.join('\n\n')}\n`;
}

function linesOf({ fileName, sha256, signature }: ReleaseFile): string {
  const signer = signature ? `# signed by ${signature.publisher} at ${signature.signedAt}:\n` : '';
  return `${signer}${sha256}  ${fileName}`;
}
