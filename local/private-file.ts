import { readFile } from 'node:fs/promises';
import { writeDurably } from './write-durably.ts';

/** The text of the file; null where there is none. */
export async function readPrivateFile(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Only its owner can read it. */
export function writePrivateFile(path: string, text: string): Promise<void> {
  return writeDurably(path, text, 0o600);
}
