import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * Bundles `src/boot` as a classic script and writes it to the assets. Unlike a module, it runs
 * before the first paint.
 * @returns its URL.
 */
export async function bundleBoot(webFolder: string, siteFolder: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(webFolder, 'src/boot/boot.ts')],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  });
  const [script] = outputFiles;
  if (!script) throw new Error('esbuild wrote no boot script');
  const hash = createHash('sha256').update(script.contents).digest('base64url').slice(0, 8);
  const path = `/assets/boot-${hash}.js`;
  await writeFile(join(siteFolder, path), script.contents);
  return path;
}
