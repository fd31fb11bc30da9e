import { fork } from 'node:child_process';
import { once } from 'node:events';
import { arePagesBuilt } from '../scripts/build/build-pages.ts';
import { arePagesFinished } from '../scripts/build/finish-pages.ts';
import { bundleLambda, discardOldBundles, isBundled } from '../scripts/build/reuse-bundles.ts';

interface StartBuild {
  pagesBuilt: Promise<void>;
  bundle: (functionName: string) => Promise<void>;
  /** Adds to the built pages what a start need not wait for, unless they have it. */
  finishPages: () => Promise<void>;
}

/**
 * Builds what a start needs from the current code: the pages now, and each function when it is called.
 * @throws AlreadyBuilding
 */
export function startBuild(): StartBuild {
  const bundle = bundleOnCall();
  const pagesBuilt = arePagesBuilt() ? Promise.resolve() : buildPages();
  // A start awaits it later.
  pagesBuilt.catch(() => {});
  return { pagesBuilt, bundle, finishPages };
}

/**
 * Bundles a function before its first instance starts, unless it has a bundle. It does not notice code that
 * changes afterwards; `npm run dev` does.
 * @throws AlreadyBuilding
 */
export function bundleOnCall(): (name: string) => Promise<void> {
  discardOldBundles();
  const bundling = new Map<string, Promise<void>>();
  return async (name) => {
    const current = bundling.get(name);
    if (current) return current;
    if (isBundled(name)) return;
    const next = bundleLambda(name).finally(() => bundling.delete(name));
    bundling.set(name, next);
    return next;
  };
}

/** @throws Error when the pages could not be built; the process has printed the reason */
function buildPages(): Promise<void> {
  console.log('Building pages ...');
  return runProcess('build', 'The pages could not be built. The reason is above.');
}

/**
 * Adds compressed assets and the previews for posted links to the pages.
 * @throws Error when they could not be built; the process has printed the reason
 */
async function finishPages(): Promise<void> {
  if (!arePagesFinished())
    await runProcess(
      'finish',
      'The compressed assets or the previews for posted links could not be built. The reason is above. The site works without them.',
    );
}

/**
 * Runs a step in a process of its own, because it takes as much processor time as the rest of a start.
 * @param failure the message of the error when the process fails
 */
async function runProcess(step: 'build' | 'finish', failure: string): Promise<void> {
  const script = new URL('./pages-process.ts', import.meta.url);
  const child = fork(script, [step], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const kill = () => child.kill();
  process.once('exit', kill);
  const [code] = await once(child, 'exit');
  process.off('exit', kill);
  if (code !== 0) throw new Error(failure);
}
