import { AlreadyBuilding } from './lock-build.ts';

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
