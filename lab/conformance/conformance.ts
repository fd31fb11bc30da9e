import { fail, removeTemporaryFilesAtExit } from '../../test/command-line.ts';
import { type Compared, compare } from './comparison.ts';
import { comparisons } from './comparisons.ts';
import { countDifferences, describeDifference, renderComparison } from './render-comparison.ts';
import { requireTools } from './require-tools.ts';
import { writeSection } from './write-section.ts';

// `npm run conformance`: runs the same probes against our fakes and against implementations that
// others wrote, and writes the differences to docs/conformance.md. It needs Python, Go, Java and
// Maven, and a network the first time.

const names = Object.keys(comparisons);
const usage = `Usage: npm run conformance -- ${names.map((name) => `[${name}]`).join(' ')}
Without a name, compares all of them.`;

const chosen = process.argv.slice(2);
const unknown = chosen.find((name) => !names.includes(name));
if (unknown !== undefined) fail(`There is no comparison "${unknown}".\n${usage}`);
const selected = Object.entries(comparisons).filter(([name]) => chosen.length === 0 || chosen.includes(name));
requireTools(selected.flatMap(([, { needs }]) => needs));
removeTemporaryFilesAtExit();

for (const [name, { against }] of selected) {
  const results: Compared[] = [];
  for (const comparison of against) {
    console.log(`${name}: comparing with ${comparison.other}.`);
    const result = await compare(comparison, showProgress);
    report(result);
    results.push(result);
  }
  writeSection(name, renderComparison(results));
}
// A client of an SDK may keep a connection open.
process.exit();

function report({ other, probes, differences, outdated }: Compared): void {
  const unexplained = differences.filter(({ explanation }) => !explanation);
  const { notCompared, explained } = countDifferences(differences);
  console.log(
    `${other}: ${probes} probes, ${probes - differences.length} equal, ${notCompared} not compared, ${explained} explained, ${unexplained.length} unexplained.`,
  );
  for (const difference of unexplained) console.log(describeDifference(difference));
  for (const probe of outdated)
    console.log(`The explanation of "${probe}" is outdated: there is no difference. Remove it.`);
  if (unexplained.length + outdated.length > 0) process.exitCode = 1;
}

function showProgress(text: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${text}\r`);
}
