import { readdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { type BuildOptions, build } from 'esbuild';

/** Every folder under `lambdas/` that has a handler is a function of that name. */
export function lambdaNames(): string[] {
  return readdirSync('lambdas', { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[^/\\]+[/\\]handler\.ts$/.test(file))
    .map((file) => file.slice(0, -'/handler.ts'.length))
    .sort();
}

/**
 * How each handler becomes `dist/lambdas/<name>/index.js`. One call for all takes about a second. CommonJS, because it loads
 * faster than ESM; the SDK is bundled, because the one in the runtime loads slower and changes without us.
 */
export const bundleOptions = {
  bundle: true,
  minify: true,
  keepNames: false,
  platform: 'node',
  format: 'cjs',
  target: 'node24',
  mainFields: ['module', 'main'],
  sourcemap: 'external',
  sourcesContent: false,
  legalComments: 'none',
  // Of React, which renders the blog, there is a slower build that looks for mistakes.
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
} satisfies BuildOptions;

export function lambdaEntryPoints(): Record<string, string> {
  return Object.fromEntries(lambdaNames().map((name) => [`${name}/index`, `lambdas/${name}/handler.ts`]));
}

export async function bundleLambdas(outdir = 'dist/lambdas'): Promise<void> {
  await rm(outdir, { recursive: true, force: true });
  // scripts/build/keep-template.ts keeps templates by their inputs, which change with each build.
  await rm('dist/templates', { recursive: true, force: true });
  await build({ ...bundleOptions, entryPoints: lambdaEntryPoints(), outdir });
  // Beside the bundles, not in them: on Lambda a file without a package.json around it is CommonJS anyway.
  await writeFile(`${outdir}/package.json`, JSON.stringify({ type: 'commonjs' }));
}

if (import.meta.main) await bundleLambdas();
