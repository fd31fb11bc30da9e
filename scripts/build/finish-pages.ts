import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compressedAssets } from '../../lib/site-folders.ts';
import { compressAssets } from './compress-assets.ts';
import { hashPageInputs } from './hash-build-inputs.ts';
import { isUpToDate, reuseBuild } from './reuse-build.ts';

const siteFolder = 'dist/web';

const describeBuild = () => ({
  hashFile: 'dist/finished-inputs',
  hash: hashPageInputs(),
  // `buildPages` empties the folder of the site.
  folders: [compressedAssets(siteFolder), `${siteFolder}/social`],
});

export const arePagesFinished = (): boolean => isUpToDate(describeBuild());

/**
 * Adds what takes half of the time of a build, and what nobody waits for at a local start: compressed assets
 * and the previews of pages for posted links. Needs the pages.
 * @returns whether it reused the last build
 * @throws AlreadyBuilding
 */
export function finishPages(): Promise<boolean> {
  return reuseBuild(describeBuild(), async () => {
    await Promise.all([compressAssets(siteFolder), drawPreviews()]);
  });
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
