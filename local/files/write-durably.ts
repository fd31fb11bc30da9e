import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes a file atomically: after a crash, it has either the old content or the new one.
 * @param mode the permissions, as for chmod; the default of the system if undefined
 */
export async function writeDurably(file: string, content: string, mode?: number): Promise<void> {
  const temporary = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`;
  const handle = await open(temporary, 'w', mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}

/** Writes a file that only its owner can read. */
export function writePrivateFile(path: string, text: string): Promise<void> {
  return writeDurably(path, text, 0o600);
}

/** Removes the temporary files of writes that a crash interrupted. Run it before the first write. */
export async function removeInterruptedWrites(folder: string): Promise<void> {
  const temporary = (await readdir(folder)).filter((name) => name.endsWith('.tmp'));
  await Promise.all(temporary.map((name) => rm(join(folder, name), { force: true })));
}
