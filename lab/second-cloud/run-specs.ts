import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import type { TestReport } from './judge-tests.ts';
import { spawnGroup } from './spawn-group.ts';

interface SpecsOptions {
  siteUrl: string;
  /** The folder with the files of a local cloud that specs read. */
  dir: string;
  /** The file for Vitest's report. */
  report: string;
  environment: NodeJS.ProcessEnv;
}

/**
 * Runs the specs of test/cloud on the second cloud, one file after another, because they share it.
 * @param specs parts of the paths of files; all if empty
 */
export async function runSpecs(
  specs: string[],
  { siteUrl, dir, report, environment }: SpecsOptions,
): Promise<TestReport> {
  rmSync(report, { force: true });
  const options = [
    '--project=cloud',
    '--tags-filter=!extended',
    '--maxWorkers=1',
    '--silent=passed-only',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const { child } = spawnGroup('node_modules/.bin/vitest', ['run', ...options, ...specs], {
    stdio: ['ignore', 'inherit', 'ignore'],
    env: { ...environment, NO_COLOR: 'on', SECOND_CLOUD: JSON.stringify({ siteUrl, dir }) },
  });
  await once(child, 'close');
  return JSON.parse(readFileSync(report, 'utf8'));
}
