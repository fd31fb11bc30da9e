import { writeDurably } from './write-durably.ts';

/** Writes a file that only its owner can read. */
export function writePrivateFile(path: string, text: string): Promise<void> {
  return writeDurably(path, text, 0o600);
}
