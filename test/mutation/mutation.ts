import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  fillSections,
  markdownTable,
  readSections,
} from '../../scripts/commands/terminal/computed-sections.ts';
import { installNpm } from '../conformance/install.ts';
import { explainedSurvivors } from './explained-survivors.ts';
import { type FolderResult, readReport, type Survivor, scoreOf } from './read-report.ts';

// `npm run mutation`: changes the code in small ways, one at a time, and runs the unit tests that
// reach the changed code. A change that no test notices survives. Results are kept, so that another
// run only tries what has changed since. It needs a network the first time.

const strykerVersion = '10.1.1';
const wholeSource = ['lambdas/domain', 'contract/rules'];
/** Whose survivors must all be explained. */
const critical = ['orders', 'users', 'licenses'].map((name) => `lambdas/domain/${name}`);
const minScore = 85;
const document = 'docs/robustness.md';

const chosen = process.argv.slice(2);
const missing = chosen.find((folder) => !existsSync(folder));
if (missing) {
  console.error(`There is no folder ${missing}.\nUsage: npm run mutation -- [<folder> …]`);
  process.exit(1);
}

const folders = chosen.length > 0 ? chosen : wholeSource;
const startedAt = performance.now();
runStryker(folders);
const minutes = Math.ceil((performance.now() - startedAt) / 60_000);
const isOfFolders = ({ folder }: FolderResult) => folders.some((name) => `${folder}/`.startsWith(`${name}/`));
const results = readReport('.conformance/mutation-report.json').filter(isOfFolders);
report(results);

function runStryker(mutated: string[]): void {
  const commands = installNpm(
    `@stryker-mutator/core@${strykerVersion}`,
    `@stryker-mutator/vitest-runner@${strykerVersion}`,
  );
  const patterns = [...mutated.map((folder) => `${folder}/**/*.ts`), '!**/*.test.ts', '!**/test-*.ts'];
  const { status } = spawnSync(
    process.execPath,
    [join(commands, 'stryker'), 'run', 'test/mutation/stryker.config.mjs', '--mutate', patterns.join(',')],
    { stdio: 'inherit' },
  );
  if (status !== 0) throw new Error('Stryker failed. Its output is above.');
}

function report(found: FolderResult[]): void {
  const rows = found.map((result) => {
    const { folder, killed, survivors, ignored } = result;
    const explained = survivors.filter(isExplained).length;
    const counts = [killed, survivors.length - explained, explained, ignored].map(String);
    return [folder, ...counts, `${scoreOf([result]).toFixed(1)} %`];
  });
  const table = markdownTable(
    ['folder', 'killed', 'survived', 'survived, explained', 'ignored', 'killed, in percent'],
    rows,
  );
  const total = `Together: ${scoreOf(found).toFixed(1)} % killed, in ${minutes} minutes.`;
  console.log(`${table}\n\n${total}`);
  if (chosen.length === 0) {
    const text = readFileSync(document, 'utf8');
    const sections = { ...readSections(text), mutation: `${table}\n\n${total}` };
    writeFileSync(document, fillSections(text, sections));
  }

  const unexplained = found
    .filter(({ folder }) => critical.includes(folder))
    .flatMap(({ survivors }) => survivors.filter((survivor) => !isExplained(survivor)));
  for (const { file, line, code, replacement } of unexplained)
    console.log(`${file}:${line} survives: ${code} => ${replacement}`);
  if (unexplained.length > 0 || scoreOf(found) < minScore) process.exitCode = 1;
}

function isExplained({ file, code, replacement }: Survivor): boolean {
  return explainedSurvivors.some(
    (explained) =>
      explained.file === file && explained.code === code && explained.replacements.includes(replacement),
  );
}
