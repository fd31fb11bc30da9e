import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fillSections, readSections } from '../../scripts/commands/terminal/computed-sections.ts';
import { fail, removeTemporaryFilesAtExit } from '../../test/command-line.ts';
import { endWithThisProcess } from '../../test/end-with-this-process.ts';
import { installNpm } from '../conformance/install.ts';
import { findOutdated, findUnexplained } from './explain-survivors.ts';
import { explainedSurvivors } from './explained-survivors.ts';
import { type FolderRow, readRows, renderRows } from './mutation-table.ts';
import { type FolderResult, readReport, scoreOf } from './read-report.ts';

// `npm run mutation`: changes the code in small ways, one at a time, and runs the unit tests that
// reach the changed code. A change that no test detects survives. Results are stored, so that another
// run tests only code that has changed since then. It needs a network the first time.

const strykerVersion = '10.1.1';
const wholeSource = ['lambdas/domain', 'contract/rules'];
/** Every survivor in these folders needs an explanation. */
const criticalFolders = ['orders', 'users', 'licenses'].map((name) => `lambdas/domain/${name}`);
const minScore = 85;
const document = 'docs/robustness.md';

const usage = 'Usage: npm run mutation -- [<folder> …]';
const chosen = process.argv.slice(2).map((folder) => relative('', resolve(folder)) || '.');
const missing = chosen.find((folder) => !statSync(folder, { throwIfNoEntry: false })?.isDirectory());
if (missing !== undefined) fail(`There is no folder ${missing}.\n${usage}`);
const outside = chosen.find((folder) => !isIn(folder, wholeSource));
if (outside !== undefined) fail(`${outside} is not in ${wholeSource.join(' or ')}.\n${usage}`);

// Stryker kills a test that takes too long, and its temporary files stay.
removeTemporaryFilesAtExit();

const folders = chosen.length > 0 ? chosen : wholeSource;
const startedAt = performance.now();
await runStryker(folders);
const minutes = Math.ceil((performance.now() - startedAt) / 60_000);
report(readReport('.conformance/mutation-report.json').filter(({ folder }) => isMutated(folder)));

function isMutated(folder: string): boolean {
  return isIn(folder, folders);
}

function isIn(folder: string, parents: string[]): boolean {
  return parents.some((parent) => `${folder}/`.startsWith(`${parent}/`));
}

async function runStryker(mutated: string[]): Promise<void> {
  const commands = installNpm(
    `@stryker-mutator/core@${strykerVersion}`,
    `@stryker-mutator/vitest-runner@${strykerVersion}`,
  );
  const patterns = [...mutated.map((folder) => `${folder}/**/*.ts`), '!**/*.test.ts', '!**/test-*.ts'];
  const stryker = spawn(
    process.execPath,
    [join(commands, 'stryker'), 'run', 'lab/mutation/stryker.config.mjs', '--mutate', patterns.join(',')],
    { stdio: 'inherit' },
  );
  endWithThisProcess(stryker);
  const [code] = await once(stryker, 'exit');
  if (code !== 0) fail('Stryker failed. Its output is above.');
}

function report(found: FolderResult[]): void {
  const score = scoreOf(found);
  if (Number.isNaN(score)) fail(`There is nothing to change in ${folders.join(', ')}.`);
  const survivors = found.flatMap((result) => result.survivors);
  const unexplained = findUnexplained(survivors, explainedSurvivors);
  const changed = found.filter(({ killed, survivors: all }) => killed + all.length > 0);
  const rows = changed.map(({ folder, killed, timedOut, ignored, survivors: all }): FolderRow => {
    const survived = findUnexplained(all, explainedSurvivors).length;
    return { folder, killed, timedOut, survived, explained: all.length - survived, ignored };
  });
  console.log(`${renderRows(rows)}\nIt took ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`);
  writeRows(rows);

  const critical = unexplained.filter(({ file }) => criticalFolders.includes(dirname(file)));
  for (const { file, line, code, replacement } of critical)
    console.log(`${file}:${line} survives: ${code} => ${replacement}`);
  const explanations = explainedSurvivors.filter(({ file }) => isMutated(dirname(file)));
  const outdated = findOutdated(survivors, explanations);
  for (const line of outdated) console.log(`The explanation is outdated: ${line}`);
  if (critical.length + outdated.length > 0 || !(score >= minScore)) process.exitCode = 1;
}

/** Replaces the rows of the mutated folders in the document, and keeps the others. */
function writeRows(rows: FolderRow[]): void {
  const text = readFileSync(document, 'utf8');
  const sections = readSections(text);
  const rendered = sections.mutation ?? '';
  const previous = readRows(rendered);
  if (rendered.includes('| lambdas/') && previous.length === 0)
    throw new Error(`The table in ${document} has other columns. Run npm run mutation without folders.`);
  const others = previous.filter(({ folder }) => !isMutated(folder));
  writeFileSync(document, fillSections(text, { ...sections, mutation: renderRows([...others, ...rows]) }));
}
