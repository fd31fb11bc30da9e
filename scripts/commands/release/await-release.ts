import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ReleaseManifest } from '../../../contract/records/release.ts';
import { type BuildsBucket, readLiveManifest } from '../../../lambdas/domain/releases/release-manifests.ts';

const checksPerMinute = 30;

interface AwaitOptions {
  from: BuildsBucket;
  siteUrl: string;
  manifest: ReleaseManifest;
  /** The number of checks; one check every two seconds. */
  attempts?: number;
  pause?: () => Promise<unknown>;
  /** Called after each minute of waiting. */
  onMinute?: (minutes: number) => void;
}

/**
 * Waits until the files of a release are verified and visitors get it.
 * @throws Error with advice if it takes longer than 15 minutes, the most that the verification may take
 */
export async function awaitRelease({
  from,
  siteUrl,
  manifest,
  attempts = 450,
  pause = () => wait(2_000),
  onMinute = () => {},
}: AwaitOptions): Promise<void> {
  const { version } = manifest;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const live = await readLiveManifest(from, version);
    if (isDeepStrictEqual(live, manifest) && (await isListed(siteUrl, version))) return;
    await pause();
    if ((attempt + 1) % checksPerMinute === 0) onMinute((attempt + 1) / checksPerMinute);
  }
  throw new Error(
    `${version} is uploaded, but the site does not offer it after 15 minutes. If its files do not match release.json, the team got an email with the reason. Otherwise docs/alarms.md says what to do.`,
  );
}

/** Whether the page shows the version, and not just a longer one such as its beta. */
export async function isListed(siteUrl: string, version: string, page = '/releases.json'): Promise<boolean> {
  try {
    const response = await fetch(siteUrl + page);
    const whole = new RegExp(`(?<![\\w.-])${version.replace(/[.+]/g, '\\$&')}(?![\\w.+-])`);
    return response.ok && whole.test(await response.text());
  } catch {
    // The connection may work again at the next check.
    return false;
  }
}
