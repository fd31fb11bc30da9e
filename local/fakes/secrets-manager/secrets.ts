import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writePrivateFile } from '../../files/private-file.ts';
import { readIfThere } from '../../files/read-if-there.ts';

/** What Secrets Manager holds. */
export interface Secrets {
  /** By ARN. */
  values: Readonly<Record<string, string>>;
  /** Replaces a value, for later starts too. */
  put(arn: string, value: string): Promise<void>;
}

interface Replacement {
  /** What the start had made. */
  made: string;
  value: string;
}

/** The secrets that a start makes, but for those that were replaced. When a start makes another one, that counts again. */
export async function openSecrets(file: string, made: Record<string, string>): Promise<Secrets> {
  const replaced: Record<string, Replacement> = JSON.parse((await readIfThere(file)) ?? '{}');
  const values = { ...made };
  for (const [arn, replacement] of Object.entries(replaced)) {
    if (replacement.made === made[arn]) values[arn] = replacement.value;
    else delete replaced[arn];
  }
  return {
    values,
    async put(arn, value) {
      replaced[arn] = { made: made[arn] ?? '', value };
      await mkdir(dirname(file), { recursive: true });
      await writePrivateFile(file, JSON.stringify(replaced));
      values[arn] = value;
    },
  };
}
