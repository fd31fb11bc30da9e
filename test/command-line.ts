import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Ends the command with a sentence for the person who runs it. */
export function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

/** For a command that has no arguments. */
export function refuseArguments(command: string): void {
  const [first] = process.argv.slice(2);
  if (first !== undefined) fail(`"${first}" is not an argument of this command.\nUsage: npm run ${command}`);
}

/**
 * Gives the command a folder of its own for temporary files, and removes it at the end. Ctrl-C ends the command in the
 * same way, so the programs that it started end, too.
 */
export function removeTemporaryFiles(): void {
  const folder = mkdtempSync(join(tmpdir(), 'lorewright-'));
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
}
