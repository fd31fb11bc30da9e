import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { compileCache } from '../cloud-process.ts';

/** The command failed, and its output has been shown. */
export class CommandFailed extends Error {}

const running = new Set<ChildProcess>();
let isEnding = false;

// The commands end first, and stop the servers that they have started. Ctrl-C reaches them too, and
// would end some at once if it reached them twice.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    const isRepeated = isEnding;
    isEnding = true;
    for (const child of running) if (signal === 'SIGTERM' || isRepeated) child.kill(signal);
  });
}

/**
 * Runs a command from `node_modules/.bin`, which npm adds to PATH.
 * @param options.isShown whether to stream the output; otherwise only a failed command shows it
 * @throws CommandFailed
 */
export async function runCommand(
  [command, ...args]: [string, ...string[]],
  { isShown, env = {} }: { isShown: boolean; env?: Record<string, string> },
): Promise<void> {
  if (isEnding) throw new CommandFailed('The run was ended.');
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
