import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { siteRoutes } from '../../contract/operations/site-routes.ts';
import type { LocalStack } from '../../local/read-stack.ts';
import { startCloud } from '../../local/start-cloud.ts';
import { bundleHandler } from '../../scripts/build/bundle-handler.ts';

/*
 * A separate process for `measureLoad`, so that the load and the server do not share a thread: the
 * local cloud, in which one function for signed-in users does nothing.
 */
export interface LoadServer {
  siteUrl: string;
}

export const barePath = siteRoutes.myReferrals.path;

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

/** Replaces a function that the bench does not measure, because the edge rejects paths of no operation. */
function withBareFunction(stack: LocalStack, bundleFolder: string): LocalStack {
  const { functionId } = stack.routes.find(({ path }) => path === barePath) ?? {};
  if (!functionId) throw new Error(`The stack has no function that answers ${barePath}.`);
  const functions = stack.functions.map((each) =>
    each.id === functionId ? { ...each, bundleFolder } : each,
  );
  return { ...stack, functions };
}

async function bundleBare(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const { path, contents } of await bundleHandler('lab/bench/bare-handler.ts'))
    await writeFile(join(folder, path), contents);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'commonjs' }));
  return folder;
}
