import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readIfThere } from './files/read-if-there.ts';
import { writePrivateFile } from './files/write-durably.ts';

/** Returns a random secret that stays the same after a restart. It begins with `prefix`. */
export async function keepSecret(file: string, prefix = ''): Promise<string> {
  const kept = await readIfThere(file);
  if (kept !== null) return kept;
  const secret = prefix + randomBytes(24).toString('hex');
  await mkdir(dirname(file), { recursive: true });
  await writePrivateFile(file, secret);
  return secret;
}
