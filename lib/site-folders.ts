import { fileURLToPath } from 'node:url';

// Without the CDK: the local cloud reads them too, and starts faster without it.

/** The site's own pictures: pages show them as `/media/<keyPrefix>/<file>`. */
export const pictures = {
  folder: fileURLToPath(new URL('../content/mockups/images', import.meta.url)),
  keyPrefix: 'site/images',
};

/** What people may download for free, as the build leaves it; it lies beside the builds. */
export const resources = { folder: 'dist/resources', keyPrefix: 'resources' };
