import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/**
 * The handler file of each function. Every function is named after its folder:
 * `lambdas/<name>/handler.ts`.
 */
export const handlerFiles: ReadonlyMap<string, string> = new Map(
  globSync('lambdas/*/handler.ts')
    .map((file) => [basename(dirname(file)), file] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1)),
);

export function handlerFile(name: string): string {
  const file = handlerFiles.get(name);
  if (!file) throw new Error(`No folder in lambdas/ is named ${name}.`);
  return file;
}

/** Contains a folder for the bundle of each function. */
export const bundleFolder = 'dist/lambdas';

export const bundleFile = (name: string) => `${bundleFolder}/${name}/index.js`;

/** The function whose bundle contains the renderer that the build of the pages writes. */
export const blogFunction = 'publishBlog';
