import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hashInputs, type Input } from '../scripts/build/keep-template.ts';

const everyFile = () => true;

interface Keeping {
  /** Where prepared data is kept. */
  folder: string;
  inputs: Input[];
}

/** The files that decide what a new local cloud contains. */
const cloudInputs: Input[] = [
  ...[
    ...['content', 'contract', 'lambdas', 'lib', 'local', 'publishing', 'scripts'],
    ...['dist/prerender', 'dist/resources', 'dist/web'],
  ].map((folder) => [folder, everyFile] as const),
  // The source maps are larger than all other files.
  ['dist/lambdas', (file) => !file.endsWith('.map')],
];

/**
 * Copies the data of a local cloud that has started and stopped once, because a first start takes
 * twice as long as another one. The original is kept until an input changes or another day begins.
 * @param prepare starts a cloud in an empty folder, and stops it
 */
export async function copyPreparedData(
  dir: string,
  prepare: (dir: string) => Promise<void>,
  keeping: Keeping = { folder: 'dist/prepared-data', inputs: cloudInputs },
): Promise<void> {
  let prepared = findPreparedData(keeping);
  while (!existsSync(prepared)) {
    mkdirSync(keeping.folder, { recursive: true });
    const unfinished = await mkdtemp(join(keeping.folder, 'unfinished-'));
    try {
      await prepare(unfinished);
      // An input may have changed meanwhile.
      const expected = prepared;
      prepared = findPreparedData(keeping);
      if (prepared === expected) await rename(unfinished, prepared);
    } catch (error) {
      // Another process may have prepared the same data at the same time.
      if (!existsSync(prepared)) throw error;
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
  }
  cpSync(prepared, dir, { recursive: true });
}

/** Where the data for the current inputs is kept, if it exists. */
function findPreparedData({ folder, inputs }: Keeping): string {
  // Articles and Stripe products contain the time of their creation.
  const today = new Date().toISOString().slice(0, 10);
  return join(folder, hashInputs({ node: process.version, today }, inputs));
}
