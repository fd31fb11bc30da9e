import { fileURLToPath } from 'node:url';

// Free of CDK imports, because the local cloud also reads them and starts faster without CDK.

/** The site's own pictures, at `/media/<keyPrefix>/<file>`. */
export const pictures = {
  folder: fileURLToPath(new URL('../content/mockups/images', import.meta.url)),
  keyPrefix: 'site/images',
};

/** The free resources from the build, in the bucket of the builds. */
export const resources = { folder: 'dist/resources', keyPrefix: 'resources' };
