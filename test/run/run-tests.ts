import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareCloudData } from '../cloud-process.ts';
import {
  type Part,
  type PartName,
  partNames,
  type Result,
  readPlaywrightReport,
  readVitestReport,
  renderReport,
} from './report.ts';
import { CommandFailed, runCommand } from './run-command.ts';

// `npm test`: runs its parts, stops after a step that fails, and prints the time of each part.
// Arguments select parts; a part also runs the parts that it needs.
// With `--all`, as in `npm run test:all`, it also runs the extended tests; see docs/testing.md.

/**
 * The steps run one after another, and the parts of a step run in parallel. Other tests in parallel
 * with the browser tests would save no time, and tests would fail more often.
 */
const steps: PartName[][] = [['check', 'build'], ['unit', 'infra', 'data'], ['cloud'], ['browser']];

/** The parts that each part needs. */
const neededParts: Partial<Record<PartName, PartName[]>> = {
  infra: ['build'],
  data: ['build'],
  cloud: ['data'],
  browser: ['data'],
};

const withoutTests: Result = { tests: 0, skipped: 0, files: [] };

const reports = mkdtempSync(join(tmpdir(), 'lorewright-tests-'));
const readReport = (name: string) => JSON.parse(readFileSync(join(reports, name), 'utf8'));

const runsExtended = process.argv.includes('--all');

const runs: Record<PartName, () => Promise<Result>> = {
  async check() {
    const run = (...command: [string, ...string[]]) => runCommand(command, { isShown: false });
    const checkStyle = async () => {
      await run('biome', 'check', '--error-on-warnings', '.');
      await run('knip', '--no-progress');
    };
    // With several threads, each checks some of the same types again.
    await waitForAll([run('npm', 'run', '--silent', 'check:types'), checkStyle()]);
    return withoutTests;
  },
  async build() {
    await runCommand(['npm', 'run', '--silent', 'build'], { isShown: false });
    return withoutTests;
  },
  unit: () => runVitest('unit'),
  // Each worker loads the CDK, and the unit tests already keep all processors busy.
  infra: () => runVitest('infra', { isShown: false, maxWorkers: 1 }),
  // Keeps only one processor busy, so it runs in parallel with tests.
  async data() {
    await prepareCloudData().catch((error: Error) => {
      throw new CommandFailed(`The data of local clouds could not be prepared: ${error.message}`);
    });
    return withoutTests;
  },
  cloud: () => runVitest('cloud'),
  async browser() {
    const filter = runsExtended ? [] : ['--grep-invert=@extended'];
    await runCommand(['playwright', 'test', '--reporter=dot,json', ...filter], {
      isShown: true,
      env: {
        PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'browser.json'),
        PLAYWRIGHT_RENDERING: 'off',
        PLAYWRIGHT_VIEWS: runsExtended ? 'all' : 'one',
      },
    });
    return readPlaywrightReport(readReport('browser.json'), 'test/e2e');
  },
};

/**
 * Runs the Vitest projects of a part: `<part>` and `<part>-*`. Projects that end in `-extended`, and
 * tests with the tag `extended`, run only with `--all`.
 */
async function runVitest(
  part: PartName,
  { isShown = true, maxWorkers }: { isShown?: boolean; maxWorkers?: number } = {},
): Promise<Result> {
  const file = `${part}.json`;
  await runCommand(
    [
      'vitest',
      'run',
      `--project=${part}`,
      `--project=${part}-*`,
      ...(runsExtended ? [] : ['--project=!*-extended', '--tags-filter=!extended']),
      ...(maxWorkers ? [`--maxWorkers=${maxWorkers}`] : []),
      // Shows what a test logged only if it fails.
      '--silent=passed-only',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${join(reports, file)}`,
    ],
    { isShown },
  );
  return readVitestReport(readReport(file), process.cwd(), runsExtended ? undefined : 'extended');
}

const secondsSince = (time: number) => (performance.now() - time) / 1000;

async function main(names: string[]): Promise<void> {
  const unknown = names.find((name) => !partNames.some((known) => known === name));
  if (unknown)
    throw new CommandFailed(
      `There is no part or option ${unknown}. The parts are: ${partNames.join(', ')}. The option is: --all.`,
    );
  const selected = new Set<PartName>(partNames.filter((name) => names.length === 0 || names.includes(name)));
  // The loop also visits the parts that it adds.
  for (const name of selected) {
    for (const part of neededParts[name] ?? []) selected.add(part);
  }
  const startedAt = performance.now();
  const parts: Part[] = [];
  try {
    for (const step of steps)
      await runStep(
        step.filter((name) => selected.has(name)),
        parts,
      );
  } finally {
    parts.sort((a, b) => partNames.indexOf(a.name) - partNames.indexOf(b.name));
    console.log(`\n${renderReport(parts, secondsSince(startedAt))}`);
  }
}

/**
 * Runs all parts of a step to their end.
 * @param parts receives each part, including those that fail
 * @throws CommandFailed for the first failure
 */
async function runStep(step: PartName[], parts: Part[]): Promise<void> {
  await waitForAll(step.map((name) => runPart(name, parts)));
}

/** Waits for all, prints every failure but the first, and throws the first. */
async function waitForAll(tasks: Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(tasks);
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  for (const failure of failures.slice(1)) console.error(`\n${failure.message}`);
  if (failures.length > 0) throw failures[0];
}

async function runPart(name: PartName, parts: Part[]): Promise<void> {
  const startedAt = performance.now();
  const addPart = (result: Result, hasFailed: boolean) =>
    parts.push({ name, ...result, hasFailed, seconds: secondsSince(startedAt) });
  try {
    addPart(await runs[name](), false);
  } catch (error) {
    addPart(withoutTests, true);
    throw error;
  }
}

try {
  await main(process.argv.slice(2).filter((argument) => argument !== '--all'));
} catch (error) {
  if (!(error instanceof CommandFailed)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(reports, { recursive: true });
}
