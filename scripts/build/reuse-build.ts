import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { hashInputs, type Input } from './keep-template.ts';

interface Build {
  /** Names the inputs of the last complete build. */
  mark: string;
  /** Inputs that are no files. */
  made: object;
  inputs: Input[];
  /** What the build writes. */
  folders: string[];
  build: () => Promise<void>;
}

/**
 * Builds, unless the folders exist and come from the same inputs. A build that is interrupted leaves
 * no mark, so the next one starts again.
 * @returns whether it reused the last build
 */
export async function reuseBuild({ mark, made, inputs, folders, build }: Build): Promise<boolean> {
  const hash = hashInputs(made, inputs);
  const isMade = existsSync(mark) && readFileSync(mark, 'utf8') === hash;
  if (isMade && folders.every((folder) => existsSync(folder))) return true;
  rmSync(mark, { force: true });
  await build();
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, hash);
  return false;
}
