import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { compressedAssets } from '../../lib/site-folders.ts';
import { compressAssets } from './compress-assets.ts';
import { hashPageInputs } from './hash-build-inputs.ts';
import { AlreadyBuilding } from './lock-build.ts';
import { isUpToDate, reuseBuild } from './reuse-build.ts';

const siteFolder = 'dist/web';

const describeBuild = () => ({
  hashFile: 'dist/finished-inputs',
  hashInputs: hashPageInputs,
  // `buildPages` empties the folder of the site.
  folders: [compressedAssets(siteFolder), `${siteFolder}/social`],
});

export const arePagesFinished = (): boolean => isUpToDate(describeBuild());

const retryMs = 500;

/**
 * Adds compressed assets and the previews for posted links, which a local start does not need. The pages must
 * be built. Waits while another process does it.
 * @returns whether it reused the last build
 */
export async function finishPages(): Promise<boolean> {
  try {
    return await reuseBuild(describeBuild(), async () => {
      await Promise.all([compressAssets(siteFolder), drawPreviews()]);
    });
  } catch (error) {
    if (!(error instanceof AlreadyBuilding)) throw error;
    await setTimeout(retryMs);
    return finishPages();
  }
}

async function drawPreviews(): Promise<void> {
  const renderer: typeof import('../../publishing/pages/render-site.ts') = await import(
    pathToFileURL(resolve('dist/prerender/render-site.js')).href
  );
  for (const { path, content } of await renderer.drawSocialImages()) {
    const file = join(siteFolder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}
