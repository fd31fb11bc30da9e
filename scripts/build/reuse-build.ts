import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { hashInputs, type Input } from './keep-template.ts';

/** Thrown when another process is building. Show only the message, without the stack. */
export class AlreadyBuilding extends Error {}

interface Build {
  /** Contains the hash of the inputs of the last complete build. */
  hashFile: string;
  /** Inputs that are not files, such as options and the date. */
  otherInputs: object;
  inputs: Input[];
  /** What the build writes. */
  folders: string[];
  build: () => Promise<void>;
}

/**
 * Builds, unless the folders exist and come from the same inputs. A build that is interrupted leaves
 * no hash, so the next one starts again.
 * @returns whether it reused the last build
 * @throws AlreadyBuilding
 */
export async function reuseBuild({ hashFile, otherInputs, inputs, folders, build }: Build): Promise<boolean> {
  const hash = hashInputs(otherInputs, inputs);
  const isMade = existsSync(hashFile) && readFileSync(hashFile, 'utf8') === hash;
  if (isMade && folders.every((folder) => existsSync(folder))) return true;
  mkdirSync(dirname(hashFile), { recursive: true });
  const unlock = lock(`${hashFile}.lock`);
  try {
    rmSync(hashFile, { force: true });
    await build();
    writeFileSync(hashFile, hash);
  } finally {
    unlock();
  }
  return false;
}

/** Two builds at once would delete each other's files. */
function lock(file: string): () => void {
  const create = () => writeFileSync(file, String(process.pid), { flag: 'wx' });
  try {
    create();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const owner = Number(readFileSync(file, 'utf8'));
    if (isRunning(owner))
      throw new AlreadyBuilding(
        `Another build is running (process ${owner}). Wait until it is done, and try again.`,
      );
    // The owner was killed. Another process may notice it at the same time; then this one fails.
    rmSync(file, { force: true });
    create();
  }
  return () => rmSync(file, { force: true });
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    // The process of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
