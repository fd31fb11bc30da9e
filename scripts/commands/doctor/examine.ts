import { describeError } from '../terminal/describe-error.ts';
import { type Finding, problem, skipped } from './finding.ts';

export interface Check {
  name: string;
  /** The names of the checks that must pass first. */
  needs?: string[];
  look: () => Promise<Finding>;
}

/**
 * Runs the checks in order, and reports their findings.
 * @returns the number of problems
 */
export async function examine(
  checks: Check[],
  report: (name: string, finding: Finding) => void,
): Promise<number> {
  const missing = new Set<string>();
  let problems = 0;
  for (const { name, needs = [], look } of checks) {
    const lacking = needs.find((need) => missing.has(need));
    const finding = lacking
      ? skipped(`skipped until "${lacking}" is fixed`)
      : await look().catch((error: Error) =>
          problem(describeError(error), 'Fix that, and run the doctor again.'),
        );
    if (finding.outcome === 'problem') problems += 1;
    if (lacking || finding.outcome === 'problem') missing.add(name);
    report(name, finding);
  }
  return problems;
}

const marks = { ok: 'ok', skipped: '-', warning: 'WARNING', problem: 'PROBLEM' };

/** A line, and below it what to do, one line for each piece of advice. */
export function describeFinding(name: string, finding: Finding): string {
  const line = `${marks[finding.outcome].padEnd(8)}${name.padEnd(20)}${finding.says}`;
  if (!('advice' in finding)) return line;
  const indent = `\n${' '.repeat(28)}`;
  return (
    line +
    finding.advice
      .split('\n')
      .map((advice) => indent + advice)
      .join('')
  );
}
