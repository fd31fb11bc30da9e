import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { lockBuild } from './lock-build.ts';

export interface Build {
  /** Contains the hash of the inputs of the last complete build. */
  hashFile: string;
  /** Hashes the current inputs. */
  hashInputs: () => string;
  /** The folders that the build writes. */
  folders: string[];
}

/** Whether the folders exist and come from the current inputs. */
export function isUpToDate({ hashFile, hashInputs, folders }: Build): boolean {
  const hasSameInputs = existsSync(hashFile) && readFileSync(hashFile, 'utf8') === hashInputs();
  return hasSameInputs && folders.every((folder) => existsSync(folder));
}

/**
 * Builds, unless the last build is up to date. A build that is interrupted, or during which an input changes,
 * leaves no hash, so the next one starts again.
 * @returns whether it reused the last build
 * @throws AlreadyBuilding
 */
export async function reuseBuild(build: Build, run: () => Promise<void>): Promise<boolean> {
  if (isUpToDate(build)) return true;
  const { hashFile, hashInputs } = build;
  const unlock = lockBuild(`${hashFile}.lock`);
  try {
    rmSync(hashFile, { force: true });
    const hash = hashInputs();
    await run();
    if (hashInputs() === hash) writeFileSync(hashFile, hash);
  } finally {
    unlock();
  }
  return false;
}
