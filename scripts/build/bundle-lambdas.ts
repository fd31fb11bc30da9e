import { resolve } from 'node:path';
import { type BuildOptions, build, type OutputFile, type Plugin } from 'esbuild';
import { parseLegalText } from '../../publishing/markdown/parse-legal-text.ts';
import { readContentFile } from '../../publishing/markdown/read-content-file.ts';
import { dropUnusedConstants } from './drop-unused-constants.ts';
import { bundleFolder, handlerFile } from './handler-files.ts';
import { leaveOutSdkParts } from './leave-out-sdk-parts.ts';

/** Turns `import` of a legal text into data, as the build of the site does; see content-modules.ts. */
const legalTexts: Plugin = {
  name: 'legal-texts',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]content[\\/]legal[\\/].*\.md$/ }, async ({ path }) => ({
      contents: JSON.stringify(parseLegalText(path, await readContentFile(path))),
      loader: 'json',
    }));
  },
};

/**
 * The options for the bundle of each handler, `dist/lambdas/<name>/index.js`. CommonJS loads faster
 * than ESM. The SDK is bundled, because the one in the runtime loads more slowly and changes without
 * notice.
 */
export const bundleOptions = {
  bundle: true,
  minify: true,
  keepNames: false,
  platform: 'node',
  format: 'cjs',
  target: 'node24',
  mainFields: ['module', 'main'],
  legalComments: 'none',
  // The SDK loads `node:http` with `import()`, which reads every export of the module and therefore
  // loads undici. `require` reads none, so a cold start takes about a seventh less processor time.
  supported: { 'dynamic-import': false },
  // The blog is rendered with React, whose development build is slower.
  define: { 'process.env.NODE_ENV': '"production"' },
  alias: { '@aws-sdk/credential-provider-node': resolve('lambdas/platform/environment-credentials.ts') },
  plugins: [legalTexts, dropUnusedConstants, leaveOutSdkParts],
  logLevel: 'warning',
} satisfies BuildOptions;

/** Bundles functions in memory. */
export async function bundleLambdas(names: string[], options: BuildOptions = {}): Promise<OutputFile[]> {
  const { outputFiles } = await build({
    ...bundleOptions,
    ...options,
    entryPoints: Object.fromEntries(names.map((name) => [`${name}/index`, handlerFile(name)])),
    outdir: bundleFolder,
    write: false,
  });
  return outputFiles;
}
