import { fileURLToPath } from 'node:url';

// Free of CDK imports, because the local cloud also reads them and starts faster without CDK.

/** The site's own pictures, at `/media/<keyPrefix>/<file>`. */
export const pictures = {
  folder: fileURLToPath(new URL('../content/mockups/images', import.meta.url)),
  keyPrefix: 'site/images',
};

/** Where the build puts the assets of `siteFolder` that it compresses with Brotli. */
export const compressedAssets = (siteFolder: string): string => `${siteFolder}-compressed/assets`;

/** The free resources from the build, in the bucket of the builds. */
export const resources = { folder: 'dist/resources', keyPrefix: 'resources' };
