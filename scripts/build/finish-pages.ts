import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { compressedAssets } from '../../lib/site-folders.ts';
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
    return await reuseBuild(describeBuild(), compressAssets);
  } catch (error) {
    if (!(error instanceof AlreadyBuilding)) throw error;
    await setTimeout(retryMs);
    return finishPages();
  }
}

const compress = promisify(brotliCompress);

/**
 * Compresses the assets with Brotli at its highest quality, which takes too long for a CDN. Fonts are
 * compressed already.
 */
async function compressAssets(): Promise<void> {
  const target = compressedAssets(siteFolder);
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  const assets = await readdir(join(siteFolder, 'assets'));
  await Promise.all(
    assets
      .filter((asset) => !asset.endsWith('.woff2'))
      .map(async (asset) =>
        writeFile(join(target, asset), await compress(await readFile(join(siteFolder, 'assets', asset)))),
      ),
  );
}
