import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { LocalStack } from '../../local/read-stack.ts';
import { startCloud } from '../../local/start-cloud.ts';
import { bundleOptions } from '../../scripts/build/bundle-lambdas.ts';

/*
 * A separate process for `measureLoad`, so that the load and the server do not share a thread: the
 * local cloud, and in its gateway one more function, for signed-in users too, that does nothing.
 */
export interface LoadServer {
  siteUrl: string;
}

export const barePath = '/api/bare';

if (import.meta.main) {
  const [dir = ''] = process.argv.slice(2);
  process.once('disconnect', () => process.exit());
  const bundleFolder = await bundleBare(join(dir, 'bare'));
  const cloud = await startCloud({
    dir,
    port: 0,
    siteFolder: 'dist/web',
    stripe: {},
    onProblem: (message) => console.error(message),
    extend: (stack) => withBareFunction(stack, bundleFolder),
  });
  process.send?.({ siteUrl: cloud.siteUrl } satisfies LoadServer);
}

function withBareFunction(stack: LocalStack, bundleFolder: string): LocalStack {
  const model = stack.routes.find(({ path }) => path === '/api/me');
  const lambda = stack.functions.find(({ id }) => id === model?.functionId);
  if (!model || !lambda) throw new Error('The stack has no function that answers /api/me.');
  return {
    ...stack,
    functions: [...stack.functions, { ...lambda, id: 'Bare', name: 'bare', bundleFolder }],
    routes: [...stack.routes, { ...model, method: 'POST', path: barePath, functionId: 'Bare' }],
  };
}

async function bundleBare(folder: string): Promise<string> {
  await build({
    ...bundleOptions,
    entryPoints: ['test/bench/bare-handler.ts'],
    outfile: join(folder, 'index.js'),
  });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'commonjs' }));
  return folder;
}
