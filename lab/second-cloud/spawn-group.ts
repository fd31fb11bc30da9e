import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

/** Starts a program in its own process group. The group is killed when the program or this process ends. */
export function spawnGroup(
  command: string,
  args: string[],
  options: SpawnOptions,
): { child: ChildProcess; end(): void } {
  const child = spawn(command, args, { ...options, detached: true });
  const end = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The group has ended.
    }
  };
  // This listener runs before the one that removes the files of the program.
  process.prependListener('exit', end);
  child.once('exit', () => {
    end();
    process.off('exit', end);
  });
  return { child, end };
}
