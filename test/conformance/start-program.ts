import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { findFreePort } from '../find-free-port.ts';

/**
 * Starts a server on a free port of 127.0.0.1, and waits until it accepts connections.
 * @throws Error with its output when it ends before
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
  let output = '';
  const keep = (text: Buffer) => (output = (output + text).slice(-10_000));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  let failure: Error | undefined;
  child.once('error', (error) => (failure = error));
  while (!(await accepts(port))) {
    if (failure || child.exitCode !== null)
      throw new Error(`${command} did not start: ${failure?.message ?? output}`);
    await setTimeout(100);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
