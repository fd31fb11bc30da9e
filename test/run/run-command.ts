import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { compileCache } from '../cloud-process.ts';

/** The command failed, and its output has been shown. */
export class CommandFailed extends Error {}

const running = new Set<ChildProcess>();

// Ctrl-C reaches the commands too, because they belong to the same process group.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {
  for (const child of running) child.kill('SIGTERM');
});

/**
 * Runs a command from `node_modules/.bin`, which npm adds to PATH. After a signal, the commands end
 * first, and fail.
 * @param options.isShown whether to stream the output; otherwise only a failed command shows it
 * @throws CommandFailed
 */
export async function runCommand(
  [command, ...args]: [string, ...string[]],
  { isShown, env = {} }: { isShown: boolean; env?: Record<string, string> },
): Promise<void> {
  const child = spawn(command, args, {
    stdio: ['ignore', isShown ? 'inherit' : 'pipe', isShown ? 'inherit' : 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...env },
  });
  running.add(child);
  const outputs = Promise.all(
    [child.stdout, child.stderr].map(async (stream) => (stream ? text(stream) : '')),
  );
  const [code] = await once(child, 'close');
  running.delete(child);
  if (code === 0) return;
  for (const output of await outputs) process.stderr.write(output);
  throw new CommandFailed(`${command} ${args.join(' ')} failed.`);
}
