import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { lockBuild } from './lock-build.ts';

export interface Build {
  /** Contains the hash of the inputs of the last complete build. */
  hashFile: string;
  /** The hash of the current inputs. */
  hash: string;
  /** What the build writes. */
  folders: string[];
}

/** Whether the folders exist and come from the current inputs. */
export function isUpToDate({ hashFile, hash, folders }: Build): boolean {
  const isMade = existsSync(hashFile) && readFileSync(hashFile, 'utf8') === hash;
  return isMade && folders.every((folder) => existsSync(folder));
}

/**
 * Builds, unless the last build is up to date. A build that is interrupted leaves no hash, so the next one
 * starts again.
 * @returns whether it reused the last build
 * @throws AlreadyBuilding
 */
export async function reuseBuild(build: Build, run: () => Promise<void>): Promise<boolean> {
  if (isUpToDate(build)) return true;
  const { hashFile, hash } = build;
  const unlock = lockBuild(`${hashFile}.lock`);
  try {
    rmSync(hashFile, { force: true });
    await run();
    writeFileSync(hashFile, hash);
  } finally {
    unlock();
  }
  return false;
}
