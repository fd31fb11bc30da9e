import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Thrown when another process is building. Show only the message, without the stack. */
export class AlreadyBuilding extends Error {}

/**
 * Two builds at once would delete each other's files.
 * @returns a function that unlocks
 * @throws AlreadyBuilding
 */
export function lockBuild(file: string): () => void {
  mkdirSync(dirname(file), { recursive: true });
  // A lock appears with its content, so that nobody takes it for one without an owner.
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    if (!tryToLink(own, file)) {
      const owner = ownerOf(file);
      if (owner !== undefined && isRunning(owner))
        throw new AlreadyBuilding(alreadyBuilding(`process ${owner}`));
      if (owner !== undefined) removeStaleLock(file);
      if (!tryToLink(own, file)) throw new AlreadyBuilding(alreadyBuilding('it has just started'));
    }
  } finally {
    rmSync(own, { force: true });
  }
  return () => rmSync(file, { force: true });
}

/**
 * Removes the lock of a process that was killed. Only one process at a time does so, and it reads the owner again
 * first, because another process may have removed this lock and locked since then.
 */
function removeStaleLock(file: string): void {
  const unlock = lockBuild(`${file}.removal`);
  try {
    const owner = ownerOf(file);
    if (owner !== undefined && !isRunning(owner)) rmSync(file);
  } finally {
    unlock();
  }
}

/** @returns undefined if nobody has locked */
function ownerOf(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const alreadyBuilding = (which: string) =>
  `Another build is running (${which}). Wait until it is done, and try again.`;

/** @returns whether there was no such file */
function tryToLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

export function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    // The process of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Runs a build. If another one is running, prints that, and ends the process. */
export async function runBuild(build: () => Promise<unknown>): Promise<void> {
  try {
    await build();
  } catch (error) {
    if (!(error instanceof AlreadyBuilding)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
