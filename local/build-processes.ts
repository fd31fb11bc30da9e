import { fork } from 'node:child_process';
import { once } from 'node:events';

/**
 * Builds the pages in a process of its own, because it takes as much processor time as the rest of a start.
 * @throws Error when the pages could not be built; the process has printed the reason
 */
export const buildPagesInProcess = (): Promise<void> =>
  runProcess(
    new URL('./build-pages-process.ts', import.meta.url),
    'The pages could not be built. The reason is above.',
  );

/**
 * Adds compressed assets and the previews for posted links to the pages.
 * @throws Error when they could not be built; the process has printed the reason
 */
export const finishPagesInProcess = (): Promise<void> =>
  runProcess(
    new URL('./finish-pages-process.ts', import.meta.url),
    'The compressed assets or the previews for posted links could not be built. The reason is above. The site works without them.',
  );

/** @param failure the message of the error when the process fails */
async function runProcess(script: URL, failure: string): Promise<void> {
  const child = fork(script, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const kill = () => child.kill();
  process.once('exit', kill);
  const [code] = await once(child, 'exit');
  process.off('exit', kill);
  if (code !== 0) throw new Error(failure);
}
