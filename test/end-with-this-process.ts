import type { ChildProcess } from 'node:child_process';

/** Kills a program when this process exits. */
export function endWithThisProcess(child: ChildProcess): void {
  const end = () => void child.kill('SIGKILL');
  // This listener runs before the one that removes the files of the program.
  process.prependOnceListener('exit', end);
  child.once('exit', () => process.off('exit', end));
}
