import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { publicPaths, sitePaths } from '../../test/site-paths.ts';
import { measureFunctions } from './measure-functions.ts';
import { measureLighthouse } from './measure-lighthouse.ts';
import { measureLoad } from './measure-load.ts';
import { measurePages } from './measure-pages.ts';
import { measureStart } from './measure-start.ts';

/** `npm run bench` measures cold starts, page sizes, starts of the local cloud, load, and pages in Lighthouse. */
const usage = `Usage: npm run bench -- [functions] [pages] [start] [load] [lighthouse] [--base <commit>] [--runs <count>] [--path <path> …]
Without a name, runs all of them. --base adds the starts of another commit. --runs and --path apply to lighthouse; by default 5 runs of every public page, about two minutes each.`;

const parts: Record<string, () => Promise<void>> = {
  async functions() {
    console.log('Functions: bundle size, and import time as a ratio (median of the rounds).\n');
    printTable(await measureFunctions(showRound));
  },
  async pages() {
    console.log('Pages: bytes of a first visit.\n');
    printTable(await measurePages(showProgress));
  },
  async start() {
    console.log('Start: time of `npm start` in a new clone, as ratios (median of the rounds).\n');
    printTable(await measureStart(values.base, showRound));
  },
  async load() {
    console.log(
      `Load: many users at once, for a minute, on the local cloud and ${availableParallelism()} cores; ratios to a function that does nothing (median of the rounds).\n`,
    );
    printTable(await measureLoad(showProgress));
  },
  async lighthouse() {
    const { runs, paths } = readLighthouseOptions();
    console.log(
      `Pages on Lighthouse's slow phone, median of ${runs}; applied throttling compared with plain hydration.\nThe layout shift (CLS) is right only on a machine with common fonts, such as Liberation.\n`,
    );
    // Shows each row as soon as it is measured, in columns that do not depend on later rows, because the
    // benchmark takes long.
    const widths = [Math.max(...paths.map((path) => path.length)), 15, 5, 5, 6, 14, 12, 5, 6];
    for await (const row of measureLighthouse({ paths, runs, onRun: showProgress })) printRow(row, widths);
  },
};

const { values, positionals } = readArguments();
for (const name of positionals.length > 0 ? positionals : Object.keys(parts)) {
  await parts[name]?.();
  console.log();
}

function readArguments() {
  try {
    const options = {
      base: { type: 'string' },
      runs: { type: 'string' },
      path: { type: 'string', multiple: true },
    } as const;
    const found = parseArgs({ allowPositionals: true, options });
    const unknown = found.positionals.find((name) => !Object.hasOwn(parts, name));
    if (unknown) throw new Error(`Unknown benchmark "${unknown}".`);
    return found;
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`);
    process.exit(1);
  }
}

function readLighthouseOptions(): { runs: number; paths: string[] } {
  const runs = Number(values.runs ?? 5);
  const paths = values.path ?? publicPaths();
  const unknown = paths.find((path) => !sitePaths().includes(path));
  if (!Number.isInteger(runs) || runs < 1 || unknown) {
    console.error(`${unknown ? `There is no page ${unknown}.` : '--runs is a number from 1.'}\n${usage}`);
    process.exit(1);
  }
  return { runs, paths };
}

function showRound(round: number, rounds: number): void {
  showProgress(`round ${round} of ${rounds}`);
}

function showProgress(text: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${text}\r`);
}

/** The first row names the columns. */
function printTable(rows: string[][]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) printRow(row, widths);
}

/** Names are left-aligned, figures right-aligned. */
function printRow(row: string[], widths: number[]): void {
  const cells = row.map((cell, column) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
  );
  if (process.stdout.isTTY) process.stdout.write('\x1b[K');
  console.log(cells.join('  ').trimEnd());
}
