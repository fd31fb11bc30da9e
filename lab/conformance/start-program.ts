import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { endWithThisProcess } from '../../test/end-with-this-process.ts';
import { findFreePort } from '../../test/find-free-port.ts';

const startSeconds = 60;

/**
 * Starts a server on a free port of 127.0.0.1, and waits until it accepts connections. It ends with
 * this process.
 * @throws Error with its output when it ends before, or does not listen in time
 */
export async function startProgram(
  command: string,
  args: (port: number) => string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<{ url: string; port: number; stop(): Promise<void> }> {
  const port = await findFreePort();
  const child = spawn(command, args(port), {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithThisProcess(child);
  let output = '';
  const keep = (text: Buffer) => (output = (output + text).slice(-10_000));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  let failure: Error | undefined;
  child.once('error', (error) => (failure = error));
  const deadline = Date.now() + startSeconds * 1000;
  while (!(await accepts(port))) {
    if (failure || hasEnded(child))
      throw new Error(`${command} did not start: ${failure?.message ?? output}`);
    if (Date.now() > deadline) {
      await kill(child);
      throw new Error(`${command} did not listen within ${startSeconds} seconds: ${output}`);
    }
    await setTimeout(100);
  }
  return { url: `http://127.0.0.1:${port}`, port, stop: () => kill(child) };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function kill(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
