import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

// `npm test`: runs its parts in order, stops at the first that fails, and prints their times. Arguments select parts.

const withoutTests: Result = { tests: 0, skipped: 0, files: [] };

const reports = mkdtempSync(join(tmpdir(), 'lorewright-tests-'));
const readReport = (name: string) => JSON.parse(readFileSync(join(reports, name), 'utf8'));

const runs: Record<PartName, () => Promise<Result>> = {
  async check() {
    await runCommand(['tsc', '--noEmit'], { isShown: false });
    await runCommand(['biome', 'check', '--error-on-warnings', '.'], { isShown: false });
    return withoutTests;
  },
  async build() {
    await runCommand(['npm', 'run', '--silent', 'build'], { isShown: false });
    return withoutTests;
  },
  unit: () => runVitest('unit', 'unit-isolated'),
  infra: () => runVitest('infra'),
  cloud: () => runVitest('cloud', 'cloud-alone'),
  async browser() {
    await runCommand(['playwright', 'test', '--reporter=dot,json'], {
      isShown: true,
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'browser.json') },
    });
    return readPlaywrightReport(readReport('browser.json'), 'test/e2e');
  },
};

async function runVitest(...projects: [string, ...string[]]): Promise<Result> {
  const file = `${projects[0]}.json`;
  await runCommand(
    [
      'vitest',
      'run',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${join(reports, file)}`,
    ],
    { isShown: true },
  );
  return readVitestReport(readReport(file), process.cwd());
}

const secondsSince = (time: number) => (performance.now() - time) / 1000;

async function main(names: string[]): Promise<void> {
  const unknown = names.find((name) => !partNames.some((known) => known === name));
  if (unknown)
    throw new CommandFailed(`There is no part ${unknown}. The parts are: ${partNames.join(', ')}.`);
  const begun = performance.now();
  const parts: Part[] = [];
  try {
    for (const name of partNames) {
      if (names.length > 0 && !names.includes(name)) continue;
      const partBegun = performance.now();
      let result = withoutTests;
      try {
        result = await runs[name]();
      } finally {
        parts.push({ name, ...result, seconds: secondsSince(partBegun) });
      }
    }
  } finally {
    rmSync(reports, { recursive: true });
    console.log(`\n${renderReport(parts, secondsSince(begun))}`);
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof CommandFailed)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}
