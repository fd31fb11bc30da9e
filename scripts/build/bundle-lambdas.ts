import { readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { parseLegalText } from '../../publishing/markdown/parse-legal-text.ts';
import { handlerFile, handlerFiles } from './handler-files.ts';

/** Turns `import` of a legal text into data, as the build of the site does; see content-modules.ts. */
const legalTexts: Plugin = {
  name: 'legal-texts',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]content[\\/]legal[\\/].*\.md$/ }, async ({ path }) => ({
      contents: JSON.stringify(parseLegalText(path, await readFile(path, 'utf8'))),
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
  plugins: [legalTexts],
  logLevel: 'warning',
} satisfies BuildOptions;

export function lambdaEntryPoints(): Record<string, string> {
  return Object.fromEntries([...handlerFiles].map(([name, file]) => [`${name}/index`, file]));
}

interface BundleOptions {
  /** The build of the pages, which also writes the renderer of the blog. */
  pages: Promise<void>;
  /** Source maps next to the bundles, for reading a stack trace. They take a third of the time. */
  withSourceMaps: boolean;
}

const outdir = 'dist/lambdas';

export async function bundleLambdas({ pages, withSourceMaps }: BundleOptions): Promise<void> {
  await rm(outdir, { recursive: true, force: true });
  // Caches of what was made from a build. A process may still write to one.
  for (const cache of ['dist/templates', 'dist/prepared-data'])
    await rm(cache, { recursive: true, force: true, maxRetries: 5 });
  const bundle = (entryPoints: [string, string][]) =>
    build({
      ...bundleOptions,
      ...(withSourceMaps ? { sourcemap: 'external', sourcesContent: false } : {}),
      plugins: [...bundleOptions.plugins, awaitRenderer(pages)],
      entryPoints: Object.fromEntries(entryPoints),
      outdir,
    });
  const entryPoints = Object.entries(lambdaEntryPoints());
  // esbuild writes nothing before it has resolved every import of a call. Only the function that renders
  // the blog waits for the pages, so it has a call of its own.
  const blogHandler = handlerFile('publishBlog');
  const rendersBlog = ([, file]: [string, string]) => file === blogHandler;
  await Promise.all([
    bundle(entryPoints.filter((entry) => !rendersBlog(entry))),
    bundle(entryPoints.filter(rendersBlog)),
  ]);
  // Next to the bundles and not inside: on Lambda a file without a package.json is CommonJS anyway.
  await writeFile(`${outdir}/package.json`, JSON.stringify({ type: 'commonjs' }));
}

/** Lets the function that renders the blog wait for its renderer. */
const awaitRenderer = (pages: Promise<void>): Plugin => ({
  name: 'await-renderer',
  setup({ onResolve }) {
    onResolve({ filter: /^#blog-renderer$/ }, async () => {
      await pages;
      return undefined;
    });
  },
});
