import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Plugin } from 'vite';
import { compressedAssets } from '../../lib/site-folders.ts';

const compress = promisify(brotliCompress);

/**
 * After the pages are written, compresses the assets with Brotli at its highest quality, which takes
 * too long for a CDN. Fonts are compressed already.
 */
export function compressAssets(): Plugin {
  return {
    name: 'lorewright:compress-assets',
    apply: 'build',
    buildApp: {
      order: 'post',
      handler: async ({ config }) => {
        const siteFolder = resolve(config.root, config.build.outDir);
        const target = compressedAssets(siteFolder);
        await rm(target, { recursive: true, force: true });
        await mkdir(target, { recursive: true });
        const assets = await readdir(join(siteFolder, 'assets'));
        await Promise.all(
          assets
            .filter((asset) => !asset.endsWith('.woff2'))
            .map(async (asset) =>
              writeFile(
                join(target, asset),
                await compress(await readFile(join(siteFolder, 'assets', asset))),
              ),
            ),
        );
      },
    },
  };
}
