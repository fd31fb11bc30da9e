import { fail } from './command-line.ts';

/** Ends the command on another platform. */
export function requireLinux(reason: string): void {
  if (process.platform === 'linux') return;
  fail(`This command needs Linux: ${reason}`);
}
