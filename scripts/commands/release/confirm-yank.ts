import { isYes } from '../terminal/ask-on-terminal.ts';
import { type BuildsBucket, listManifests } from './manifests.ts';

interface Answering {
  /** Whether to go on without asking. */
  isAnswered: boolean;
  /** Undefined where nobody is there to be asked. */
  ask: ((question: string) => Promise<string>) | undefined;
}

/**
 * Asks before the last release of its channel is taken back: nobody could download anything then. Those of the beta channel are offered
 * stable releases too.
 * @throws Error when the answer is not yes, or nobody can answer. Nothing was changed then.
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
  if (!ask) throw new Error(`${consequence}. Nobody is here to be asked: add --yes to take it back.`);
  if (!isYes(await ask(`${consequence}. Take it back? (yes/no) `)))
    throw new Error('Nothing was taken back.');
}
