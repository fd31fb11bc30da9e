import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { hashInputs, type Input } from '../scripts/build/keep-template.ts';

/** Tests and source maps change nothing in a cloud. */
const isContent = (file: string) => !/\.test\.tsx?$|\.map$/.test(file);

/** The files that decide what a new local cloud contains. */
const cloudInputs: Input[] = [
  ...[
    'content',
    'contract',
    'lambdas',
    'lib',
    'local',
    'publishing',
    'scripts',
    'dist/lambdas',
    'dist/prerender',
    'dist/resources',
    'dist/web',
  ].map((folder) => [folder, isContent] as const),
  [
    'test',
    (file) =>
      [
        'cloud-process.ts',
        'end-with-this-process.ts',
        'pending-work.ts',
        'person.ts',
        'prepared-data.ts',
        'site-paths.ts',
      ].includes(file),
  ],
];

interface Cache {
  folder: string;
  inputs: Input[];
}

const hourMs = 3_600_000;

/** The preparations of this process, by their result. */
const preparations = new Map<string, Promise<void>>();

/** Starts a cloud in an empty folder, and stops it. */
type Prepare = (dir: string) => Promise<void>;

/** Copies the data of a local cloud that has started and stopped once; see {@link ensurePreparedData}. */
export async function copyPreparedData(dir: string, prepare: Prepare, cache?: Cache): Promise<void> {
  cpSync(await ensurePreparedData(prepare, cache), dir, { recursive: true });
}

/**
 * Returns the data of a local cloud that has started and stopped once, because a first start takes twice
 * as long as a later one. The data is cached until an input changes or another day begins.
 * @returns the folder, which callers must not change
 */
export async function ensurePreparedData(
  prepare: Prepare,
  cache: Cache = { folder: 'dist/prepared-data', inputs: cloudInputs },
): Promise<string> {
  let prepared = pathOf(cache);
  // An input may change during a preparation, whose result is then not used.
  while (!existsSync(prepared)) {
    const preparation = preparations.get(prepared) ?? prepareOnce(prepared, prepare, cache);
    preparations.set(prepared, preparation);
    await preparation.finally(() => preparations.delete(prepared));
    prepared = pathOf(cache);
  }
  return prepared;
}

async function prepareOnce(prepared: string, prepare: Prepare, cache: Cache): Promise<void> {
  mkdirSync(cache.folder, { recursive: true });
  removeOldEntries(cache.folder);
  const unfinished = mkdtempSync(join(cache.folder, 'unfinished-'));
  try {
    await prepare(unfinished);
    if (pathOf(cache) === prepared) renameSync(unfinished, prepared);
  } catch (error) {
    // Another process may have prepared the same data at the same time.
    if (!existsSync(prepared)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Other processes may still copy newer ones. */
function removeOldEntries(folder: string): void {
  for (const name of readdirSync(folder)) {
    const entry = join(folder, name);
    const age = Date.now() - (statSync(entry, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > hourMs) rmSync(entry, { recursive: true, force: true });
  }
}

/** Where the data for the current inputs is cached, if it exists. */
function pathOf({ folder, inputs }: Cache): string {
  // Data contains the time of its creation; that of a new cloud is never older than a UTC day.
  const today = new Date().toISOString().slice(0, 10);
  return join(folder, hashInputs({ node: process.version, today }, inputs));
}
