import { fork } from 'node:child_process';
import { once } from 'node:events';

/**
 * Builds the pages in a process of its own, because it takes as much processor time as the rest of a start.
 * @throws Error when the pages could not be built; the process has printed the reason
 */
export const buildPagesApart = (): Promise<void> =>
  runApart(new URL('./build-pages-process.ts', import.meta.url));

/**
 * Adds to the pages what a start need not wait for.
 * @throws Error when it could not be built; the process has printed the reason
 */
export const finishPagesApart = (): Promise<void> =>
  runApart(new URL('./finish-pages-process.ts', import.meta.url));

async function runApart(script: URL): Promise<void> {
  const child = fork(script, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const kill = () => child.kill();
  process.once('exit', kill);
  const [code] = await once(child, 'exit');
  process.off('exit', kill);
  if (code !== 0) throw new Error('The build failed.');
}
