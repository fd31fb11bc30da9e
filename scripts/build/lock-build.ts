import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
