import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Puts the files of a commit into a folder, with the packages of this checkout. */
export function unpackCommit(commit: string, folder: string): void {
  const files = execFileSync('git', ['archive', commit], { maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: files });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
}
