import type { RequestListener } from 'node:http';
import { context } from 'esbuild';
import { createServer } from 'vite';
import { bundleOptions, lambdaEntryPoints } from '../scripts/build/bundle-lambdas.ts';

/**
 * Serves the pages with Vite's hot reload. The local cloud in front of it serves everything else.
 */
export async function startPageServer(): Promise<{ serve: RequestListener; stop(): Promise<void> }> {
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'spa' });
  return {
    serve: (request, response) => vite.middlewares(request, response, () => response.writeHead(404).end()),
    stop: () => vite.close(),
  };
}

/** Bundles the functions again whenever their source changes, and then calls back. */
export async function watchFunctions(onChange: () => void): Promise<{ stop(): Promise<void> }> {
  const bundling = await context({
    ...bundleOptions,
    entryPoints: lambdaEntryPoints(),
    outdir: 'dist/lambdas',
    plugins: [
      {
        name: 'reload',
        setup: (build) =>
          build.onEnd(({ errors }) => {
            if (errors.length > 0) return;
            onChange();
            console.log('Bundled the functions; the next call runs the new code.');
          }),
      },
    ],
  });
  await bundling.watch();
  return { stop: () => bundling.dispose() };
}
