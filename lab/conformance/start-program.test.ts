import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startProgram } from './start-program.ts';

const run = (program: (port: number) => string) =>
  startProgram(process.execPath, (port) => ['-e', program(port)]);

describe('startProgram', () => {
  it('returns when the program listens, and stops it', async () => {
    const listen = (port: number) =>
      `require('node:http').createServer((_, response) => response.end('yes')).listen(${port}, '127.0.0.1')`;
    const { url, stop } = await run(listen);
    expect(await (await fetch(url)).text()).toBe('yes');
    await stop();
    await expect(fetch(url)).rejects.toThrow();
  });

  it('reports a program that a signal ends before it listens', async () => {
    await expect(run(() => "process.kill(process.pid, 'SIGKILL')")).rejects.toThrow('did not start');
  });

  it('ends a program that does not listen within a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const start = run(() => "setInterval(() => {}, 1000); console.log('waiting')");
    const minute = setInterval(() => vi.setSystemTime(Date.now() + 61_000), 200);
    onTestFinished(() => clearInterval(minute));
    await expect(start).rejects.toThrow('did not listen within 60 seconds');
  });
});
