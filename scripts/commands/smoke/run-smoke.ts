import { describeError } from '../terminal/describe-error.ts';

/** The result of a check. Only `failed` is an error of the stage. */
export type Outcome =
  | { result: 'passed' }
  | {
      result: 'failed' | 'needs your eyes' | 'not possible';
      /** The fault, the thing to look at, or the reason why this stage cannot show it. */
      says: string;
    };

export const passed: Outcome = { result: 'passed' };
export const failed = (says: string): Outcome => ({ result: 'failed', says });
export const needsEyes = (says: string): Outcome => ({ result: 'needs your eyes', says });
export const notPossible = (says: string): Outcome => ({ result: 'not possible', says });

export interface SmokeCheck {
  name: string;
  /** The names of the checks that must pass first. */
  needs?: string[];
  /** An error that it throws is a failure. It must end soon after the signal. */
  run(signal: AbortSignal): Promise<Outcome>;
}

export interface SmokeRow {
  name: string;
  outcome: Outcome;
}

interface SmokeRun {
  /** Ends the run early. What it made is removed nevertheless. */
  signal: AbortSignal;
  /** Called when a check starts. */
  onStart(name: string): void;
  /** Removes what the checks made. Its error is a failure of the run. */
  cleanUp(): Promise<void>;
}

/** The name of the last row. */
export const cleanUpName = 'Everything is removed';

/** Runs the checks in order. After them, and after an interruption, it removes what they made. */
export async function runSmoke(
  checks: SmokeCheck[],
  { signal, onStart, cleanUp }: SmokeRun,
): Promise<SmokeRow[]> {
  const rows: SmokeRow[] = [];
  for (const { name, needs = [], run } of checks) {
    const missing = needs.find((need) => !rows.some((row) => row.name === need && isPassed(row)));
    if (signal.aborted) rows.push({ name, outcome: notPossible('the run was interrupted') });
    else if (missing) rows.push({ name, outcome: notPossible(`"${missing}" did not pass`) });
    else {
      onStart(name);
      const outcome = await run(signal).catch((error: Error) =>
        signal.aborted ? notPossible('the run was interrupted') : failed(describeError(error)),
      );
      rows.push({ name, outcome });
    }
  }
  onStart(cleanUpName);
  const outcome = await cleanUp().then(
    () => passed,
    (error: Error) => failed(describeError(error)),
  );
  return [...rows, { name: cleanUpName, outcome }];
}

const isPassed = ({ outcome: { result } }: SmokeRow) => result === 'passed';

export const countFailures = (rows: SmokeRow[]): number =>
  rows.filter(({ outcome: { result } }) => result === 'failed').length;

/** The lines of the table: the name of each check, its result, and the reason. */
export function describeRows(rows: SmokeRow[]): string[] {
  const width = Math.max(...rows.map(({ name }) => name.length)) + 2;
  return rows.map(({ name, outcome }) => {
    const says = 'says' in outcome ? outcome.says : '';
    return `${name.padEnd(width)}${outcome.result.padEnd(17)}${says}`.trimEnd();
  });
}
