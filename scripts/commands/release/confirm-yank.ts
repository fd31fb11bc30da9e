import { isOnlyRelease, readOfferedReleases } from '../../../lambdas/domain/releases/decide-yank.ts';
import type { BuildsBucket } from '../../../lambdas/domain/releases/release-manifests.ts';
import { isYes } from '../terminal/ask-on-terminal.ts';

interface Answering {
  /** Whether to go on without asking. */
  isAnswered: boolean;
  /** Undefined without a terminal. */
  ask: ((question: string) => Promise<string>) | undefined;
}

/**
 * Asks before the last release of its channel is withdrawn, because there would be nothing left to
 * download.
 * @returns whether the channel may be left without a release
 * @throws Error when the answer is not yes or there is no terminal. Nothing was changed then.
 */
export async function confirmYank(
  from: BuildsBucket,
  version: string,
  { isAnswered, ask }: Answering,
): Promise<boolean> {
  if (isAnswered) return true;
  const record = await readOfferedReleases(from);
  if (!isOnlyRelease(record, version)) return false;
  const consequence = `${version} is the only release on the ${record.releases[version]?.manifest.channel} channel: without it, the site has nothing to offer there`;
  if (!ask) throw new Error(`${consequence}. There is no terminal for a question: add --yes to withdraw it.`);
  if (!isYes(await ask(`${consequence}. Withdraw it? (yes/no) `))) throw new Error('Nothing was withdrawn.');
  return true;
}
