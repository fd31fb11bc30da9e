import { setTimeout } from 'node:timers/promises';
import { compressedAssets } from '../../lib/site-folders.ts';
import { compressAssets } from './compress-assets.ts';
import { hashPageInputs } from './hash-build-inputs.ts';
import { AlreadyBuilding } from './lock-build.ts';
import { isUpToDate, reuseBuild } from './reuse-build.ts';

const siteFolder = 'dist/web';

const describeBuild = () => ({
  hashFile: 'dist/finished-inputs',
  hashInputs: hashPageInputs,
  folders: [compressedAssets(siteFolder)],
});

export const arePagesFinished = (): boolean => isUpToDate(describeBuild());

const retryMs = 500;

/**
 * Adds compressed assets, which a local start does not need. The pages must be built. Waits while another process does it.
 * @returns whether it reused the last build
 */
export async function finishPages(): Promise<boolean> {
  try {
    return await reuseBuild(describeBuild(), () => compressAssets(siteFolder));
  } catch (error) {
    if (!(error instanceof AlreadyBuilding)) throw error;
    await setTimeout(retryMs);
    return finishPages();
  }
}
