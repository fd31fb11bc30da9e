import { isDeepStrictEqual } from 'node:util';
import { digestOutcomes } from './digest-outcomes.ts';

/**
 * One use of a service. Its outcome contains what two implementations have in common, so it leaves
 * out ids, times and texts that each makes up.
 */
export interface Probe<Service> {
  /** Unique in its comparison. */
  name: string;
  run(service: Service): Promise<unknown>;
}

/** A difference that stays, and the page that says which implementation is right. */
export interface ExplainedDifference {
  /** The names of the probes that show it, with the digests of their outcomes. The command prints them. */
  probes: Record<string, string>;
  /** 'not compared' if the other implementation lacks what the probe uses. */
  right: 'ours' | 'theirs' | 'neither' | 'both' | 'not compared';
  why: string;
  /** A page of the service's documentation or, only where that says nothing, a page where others report what the service answers. */
  source: string;
}

export interface Started<Service> {
  service: Service;
  stop(): Promise<void>;
}

/** The comparison of one of our fakes with one other implementation, which `npm run conformance` runs. */
export interface Comparison<Service = unknown> {
  /** The other implementation with its version. */
  other: string;
  /** Installs what is missing. */
  install(): Promise<void>;
  startOurs(): Promise<Started<Service>>;
  startOther(): Promise<Started<Service>>;
  /** A function if they are known only after the installation. */
  probes: Probe<Service>[] | (() => Promise<Probe<Service>[]>);
  explained: ExplainedDifference[];
}

export interface Difference {
  probe: string;
  ours: unknown;
  theirs: unknown;
  digest: string;
  /** Explains exactly these outcomes. */
  explanation?: ExplainedDifference;
  /** Explains other outcomes of the probe. */
  formerExplanation?: ExplainedDifference;
}

export interface Compared {
  other: string;
  probes: number;
  differences: Difference[];
  /** Explanations of probes that show no difference. */
  outdated: string[];
}

/**
 * Runs each probe against both implementations.
 * @throws Error when a probe fails in our fake: no explanation can hide it
 */
export async function compare<Service>(
  { other, install, startOurs, startOther, probes, explained }: Comparison<Service>,
  onProbe: (name: string) => void,
): Promise<Compared> {
  await install();
  const all = typeof probes === 'function' ? await probes() : probes;
  requireUnique(
    'Two probes have the name',
    all.map(({ name }) => name),
  );
  requireUnique(
    'Two explanations are about the probe',
    explained.flatMap((one) => Object.keys(one.probes)),
  );
  const [ours, theirs] = await startBoth(startOurs, startOther);
  try {
    const differences: Difference[] = [];
    for (const probe of all) {
      onProbe(probe.name);
      const outcomes = {
        ours: await runOurs(probe, ours.service),
        theirs: await runOther(probe, theirs.service),
      };
      if (isDeepStrictEqual(outcomes.ours, outcomes.theirs)) continue;
      differences.push(explainDifference(probe.name, outcomes, explained));
    }
    const shown = differences.map(({ probe }) => probe);
    const outdated = explained
      .flatMap((one) => Object.keys(one.probes))
      .filter((name) => !shown.includes(name));
    return { other, probes: all.length, differences, outdated };
  } finally {
    await Promise.all([ours.stop(), theirs.stop()]);
  }
}

function requireUnique(problem: string, names: string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw new Error(`${problem} "${name}".`);
    seen.add(name);
  }
}

function explainDifference(
  probe: string,
  outcomes: { ours: unknown; theirs: unknown },
  explained: ExplainedDifference[],
): Difference {
  const digest = digestOutcomes(outcomes);
  const explanation = explained.find(({ probes }) => Object.hasOwn(probes, probe));
  const isSame = explanation?.probes[probe] === digest;
  return {
    probe,
    ...outcomes,
    digest,
    ...(explanation && (isSame ? { explanation } : { formerExplanation: explanation })),
  };
}

/** Starts both. When one does not start, the other is stopped. */
async function startBoth<Service>(
  startOurs: () => Promise<Started<Service>>,
  startOther: () => Promise<Started<Service>>,
): Promise<[Started<Service>, Started<Service>]> {
  const [ours, theirs] = await Promise.allSettled([startOurs(), startOther()]);
  if (ours.status === 'rejected') {
    if (theirs.status === 'fulfilled') await theirs.value.stop();
    throw ours.reason;
  }
  if (theirs.status === 'rejected') {
    await ours.value.stop();
    throw theirs.reason;
  }
  return [ours.value, theirs.value];
}

/** @throws Error when the probe fails */
async function runOurs<Service>(probe: Probe<Service>, service: Service): Promise<unknown> {
  try {
    return await outcomeOf(probe, service);
  } catch (cause) {
    throw new Error(`The probe "${probe.name}" failed in our fake: ${cause}`, { cause });
  }
}

/** The outcome of a probe, or the error that it did not expect. */
async function runOther<Service>(probe: Probe<Service>, service: Service): Promise<unknown> {
  try {
    return await outcomeOf(probe, service);
  } catch (error) {
    return { failed: describeFailure(error) };
  }
}

/** Returns the result of a probe as JSON. */
const outcomeOf = async <Service>({ run }: Probe<Service>, service: Service): Promise<unknown> =>
  JSON.parse(JSON.stringify((await run(service)) ?? null));

/** Only the name of an error of an AWS SDK or of JavaScript: its text depends on the versions of the SDK and of Node.js. */
const describeFailure = (error: unknown): string =>
  error instanceof Error && ('$metadata' in error || error.name !== 'Error') ? error.name : String(error);
