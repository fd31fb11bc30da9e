import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/**
 * The handler file of each function. Every function is named after its folder:
 * `lambdas/<kind>/<name>/handler.ts`.
 */
export const handlerFiles: ReadonlyMap<string, string> = new Map(
  globSync('lambdas/*/*/handler.ts')
    .map((file) => [basename(dirname(file)), file] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1)),
);

export function handlerFile(name: string): string {
  const file = handlerFiles.get(name);
  if (!file) throw new Error(`No folder in lambdas/ is named ${name}.`);
  return file;
}
