import { rm } from 'node:fs/promises';
import { blogFunction, bundleFile } from './handler-files.ts';
import { hashPageInputs } from './hash-build-inputs.ts';
import { isUpToDate, reuseBuild } from './reuse-build.ts';

const describeBuild = () => ({
  hashFile: 'dist/page-inputs',
  hashInputs: hashPageInputs,
  folders: ['resources', 'web', 'prerender'].map((name) => `dist/${name}`),
});

export const arePagesBuilt = (): boolean => isUpToDate(describeBuild());

/**
 * Builds the pages, the free resources and the renderer of the blog. Reuses the last build of the same day if
 * no input has changed.
 * @returns whether it reused the last build
 * @throws AlreadyBuilding
 */
export function buildPages(): Promise<boolean> {
  return reuseBuild(describeBuild(), async () => {
    console.log('Building pages ...');
    // Loading Vite takes half a second.
    const [{ createBuilder }, { bundleResources }] = await Promise.all([
      import('vite'),
      import('./bundle-resources.ts'),
    ]);
    const builder = await createBuilder({ logLevel: 'warn' });
    await builder.buildApp();
    await bundleResources();
    await rm(bundleFile(blogFunction), { force: true });
  });
}
