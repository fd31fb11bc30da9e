import { type BuildsBucket, listManifests } from '../../../lambdas/domain/releases/release-manifests.ts';
import { isYes } from '../terminal/ask-on-terminal.ts';

interface Answering {
  /** Whether to go on without asking. */
  isAnswered: boolean;
  /** Undefined without a terminal. */
  ask: ((question: string) => Promise<string>) | undefined;
}

/**
 * Asks before the last release of its channel is withdrawn, because there would be nothing left to
 * download. The beta channel also offers stable releases.
 * @throws Error when the answer is not yes or there is no terminal. Nothing was changed then.
 */
export async function confirmYank(
  from: BuildsBucket,
  version: string,
  { isAnswered, ask }: Answering,
): Promise<void> {
  if (isAnswered) return;
  const offered = (await listManifests(from)).flatMap(({ manifest }) =>
    manifest && !manifest.yankedAt ? [manifest] : [],
  );
  const own = offered.find((manifest) => manifest.version === version);
  const others = offered.filter(
    ({ version: other, channel }) => other !== version && (channel === 'stable' || own?.channel === 'beta'),
  );
  if (!own || others.length > 0) return;
  const consequence = `${version} is the only release on the ${own.channel} channel: without it, the site has nothing to offer there`;
  if (!ask) throw new Error(`${consequence}. There is no terminal for a question: add --yes to withdraw it.`);
  if (!isYes(await ask(`${consequence}. Withdraw it? (yes/no) `))) throw new Error('Nothing was withdrawn.');
}
