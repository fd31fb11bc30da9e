import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { ProblemSystem } from '../../../contract/records/problem.ts';
import type { PublicRelease } from '../../../contract/records/release.ts';
import { otherCrashes } from '../../../contract/rules/problem-limits.ts';
import { AppError } from '../../platform/app-error.ts';
import type { SiteReader } from '../../platform/site-reader.ts';
import type { ViewerNetwork } from '../../platform/viewer-network.ts';
import type { LimitStore } from '../limits/limit-store.ts';
import type { ProblemStore } from './problem-store.ts';
import { removePersonalData } from './remove-personal-data.ts';

interface ProblemDependencies {
  limits: Pick<LimitStore, 'isWithin' | 'take' | 'takeForNetworks' | 'takeOnce'>;
  problems: ProblemStore;
  versions: ReleasedVersions;
}

interface ProblemReport extends ProblemSystem {
  version: string;
  crash: string;
  frames: string[];
  text?: string | undefined;
  email?: string | undefined;
}

interface Arrival {
  networks: ViewerNetwork[];
  now: Date;
  /** A random number below `problemShards`. */
  shard: number;
}

/**
 * Records a report: adds the crash if it is new, adds the text if there is one, and counts. A run that is cut off has counted less, or
 * added a crash without reports; a repeated one counts twice.
 * @throws AppError `not-found` for a version that was not released, `resource-exhausted` when a limit is reached
 */
export async function recordProblem(
  { limits, problems, versions }: ProblemDependencies,
  { version, crash: reported, frames, text, email, ...system }: ProblemReport,
  { networks, now, shard }: Arrival,
): Promise<void> {
  await limits.takeForNetworks('reportProblem', networks, now);
  const isKnown = await problems.hasCrash(version, reported);
  // Nothing is stored about invented versions.
  if (!isKnown && !(await versions.has(version, now)))
    throw new AppError('not-found', 'We have not released this version, so we take no reports about it.');
  // The largest network of a request, because a household chooses the smaller ones itself.
  const network = networks.at(-1)?.name ?? 'unknown';
  const isListed = isKnown || (await takeNewCrash(limits, { version, crash: reported, network }, now));
  const crash = isListed ? reported : otherCrashes;
  if (text !== undefined) {
    await limits.take('problemText', `${version}#${crash}`, now);
    await limits.take('problemTextOfSite', 'everybody', now);
  }
  if (isListed && !isKnown)
    await problems.addCrash(version, { crash, ...system, frames: frames.map(removePersonalData) }, now);
  if (text !== undefined) {
    const author = email === undefined ? {} : { email };
    await problems.addText(crash, { version, ...system, ...author, text: removePersonalData(text) }, now);
  }
  await problems.countReport(version, crash, now, shard);
  if (await limits.isWithin('reportingNetwork', `${version}#${network}`, now))
    await problems.countNetwork(version, now, shard);
}

/**
 * Whether there is room for a new crash. Not while so many arrive at once that DynamoDB refuses some: a version whose crashes all
 * differ must still be halted, so their networks count.
 */
async function takeNewCrash(
  limits: ProblemDependencies['limits'],
  { version, crash, network }: { version: string; crash: string; network: string },
  now: Date,
): Promise<boolean> {
  if (!(await limits.isWithin('newCrashOfNetwork', `${version}#${network}`, now))) return false;
  try {
    return await limits.takeOnce('newCrash', version, `${version}#${crash}`, now);
  } catch (error) {
    if (error instanceof TransactionCanceledException) return false;
    throw error;
  }
}

/** A new release is known after this time at the latest. Invented versions cause few reads. */
const rememberedForMs = 60 * 1000;

type ReleasedVersions = ReturnType<typeof releasedVersions>;

/** The versions in the public list of releases, withdrawn ones included, kept in memory. */
export function releasedVersions(readSite: SiteReader) {
  let latest: { versions: ReadonlySet<string>; readAtMs: number } | undefined;
  return {
    /** @throws AppError `unavailable` when the site does not answer */
    async has(version: string, now: Date): Promise<boolean> {
      if (!latest || now.getTime() - latest.readAtMs >= rememberedForMs) {
        const { isFound, text } = await readSite('/releases.json', 'GET');
        const releases: PublicRelease[] = isFound ? JSON.parse(text) : [];
        latest = { versions: new Set(releases.map((release) => release.version)), readAtMs: now.getTime() };
      }
      return latest.versions.has(version);
    },
  };
}
