import { resolve } from 'node:path';
import { type InputOptions, type OutputOptions, type Plugin, rolldown } from 'rolldown';
import { parseLegalText } from '../../publishing/markdown/parse-legal-text.ts';
import { readContentFile } from '../../publishing/markdown/read-content-file.ts';

/** Turns `import` of a legal text into data, as the build of the site does; see content-modules.ts. */
const legalTexts: Plugin = {
  name: 'legal-texts',
  load: {
    filter: { id: /[\\/]content[\\/]legal[\\/].*\.md$/ },
    handler: async (file) => ({
      code: JSON.stringify(parseLegalText(file, await readContentFile(file))),
      moduleType: 'json',
    }),
  },
};

const inputOptions = {
  platform: 'node',
  resolve: {
    mainFields: ['module', 'main'],
    alias: { '@aws-sdk/credential-provider-node': resolve('lambdas/platform/environment-credentials.ts') },
  },
  transform: {
    target: 'node24',
    // The blog is rendered with React, whose development build is slower.
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta': '{}' },
  },
  // `stripeWebhook` imports Stripe statically, the other functions when they need it.
  checks: { ineffectiveDynamicImport: false, bundlerTimings: false },
  onLog(level, log, report) {
    // React Router marks its modules with "use client", which means nothing here.
    if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
  },
  plugins: [legalTexts],
} satisfies InputOptions;

const outputOptions = {
  format: 'cjs',
  minify: true,
  comments: false,
  entryFileNames: 'index.js',
  chunkFileNames: '[name].js',
} satisfies OutputOptions;

/** A file of a bundle, relative to its folder. */
export interface BundledFile {
  path: string;
  contents: string | Uint8Array;
}

/**
 * Bundles the handler of a function in memory. A module that is loaded with `import()` gets its own file, so a cold start does not
 * compile it. CommonJS loads faster than ESM. The SDK is bundled, because the one in the runtime loads more slowly and changes
 * without notice.
 * @returns `index.js` last
 */
export async function bundleHandler(file: string, options: OutputOptions = {}): Promise<BundledFile[]> {
  await using bundle = await rolldown({ ...inputOptions, input: file });
  const { output } = await bundle.generate({ ...outputOptions, ...options });
  return output
    .map((part) => ({ path: part.fileName, contents: part.type === 'chunk' ? part.code : part.source }))
    .toSorted((a, b) => Number(a.path === 'index.js') - Number(b.path === 'index.js'));
}
