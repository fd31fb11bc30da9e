import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readIfThere } from '../../files/read-if-there.ts';
import { writePrivateFile } from '../../files/write-durably.ts';

export interface Secrets {
  /** The values by ARN. */
  values: Readonly<Record<string, string>>;
  /** Replaces a value, also for later starts. */
  put(arn: string, value: string): Promise<void>;
}

interface Replacement {
  /** The initial value that was replaced. */
  made: string;
  value: string;
}

/**
 * Secrets with their initial values, or with the values that replaced them.
 * A replacement is dropped when a start passes in another initial value.
 */
export async function openSecrets(file: string, initial: Record<string, string>): Promise<Secrets> {
  const replaced: Record<string, Replacement> = JSON.parse((await readIfThere(file)) ?? '{}');
  const values = { ...initial };
  for (const [arn, replacement] of Object.entries(replaced)) {
    if (replacement.made === initial[arn]) values[arn] = replacement.value;
    else delete replaced[arn];
  }
  return {
    values,
    async put(arn, value) {
      replaced[arn] = { made: initial[arn] ?? '', value };
      await mkdir(dirname(file), { recursive: true });
      await writePrivateFile(file, JSON.stringify(replaced));
      values[arn] = value;
    },
  };
}
