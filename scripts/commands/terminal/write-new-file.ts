import { writeFile } from 'node:fs/promises';

/**
 * Writes a file that only its owner can read.
 * @throws Error that says what to do if the file exists, or its folder does not
 */
export async function writeNewFile(file: string, text: string): Promise<void> {
  await writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error(`There is no folder for ${file}. Create it first.`);
    throw error.code === 'EEXIST' ? new Error(`${file} exists already. Name a new file.`) : error;
  });
}
