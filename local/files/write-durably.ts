import { open, rename } from 'node:fs/promises';

/**
 * Writes a file so that after a crash either the old content stands or the new, never half of it.
 * @param mode who may read it, as of chmod; as the system has it unless given
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
