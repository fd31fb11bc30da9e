import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { compressedAssets } from '../../lib/site-folders.ts';

const compress = promisify(brotliCompress);

/**
 * Compresses the assets with Brotli at its highest quality, which takes too long for a CDN. Fonts are
 * compressed already.
 */
export async function compressAssets(siteFolder: string): Promise<void> {
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
