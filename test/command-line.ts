import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Ends the command with a sentence for the person who runs it. */
export function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

/** Ends a command that has no arguments when it gets one. */
export function refuseArguments(command: string): void {
  const [first] = process.argv.slice(2);
  if (first !== undefined) fail(`"${first}" is not an argument of this command.\nUsage: npm run ${command}`);
}

/**
 * Puts temporary files into a folder of this command, and removes the folder when the command ends, also after Ctrl-C.
 * Programs that it starts use the folder when they inherit TMPDIR.
 */
export function removeTemporaryFilesAtExit(): void {
  const folder = mkdtempSync(join(tmpdir(), 'lorewright-'));
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  // npm sends Ctrl-C a second time. Without a listener, the second signal would stop the removal.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => process.exit(128 + constants.signals[signal]));
}
