import { writeDurably } from './write-durably.ts';

/** Only its owner can read it. */
export function writePrivateFile(path: string, text: string): Promise<void> {
  return writeDurably(path, text, 0o600);
}
