import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../stage/connect.ts';

/**
 * Keeps a second run on this machine away from the same site.
 * @returns the function that releases it
 * @throws Error if another run is under way
 */
export async function lockSmoke(siteUrl: string): Promise<() => Promise<void>> {
  const file = join(tmpdir(), `lorewright-smoke-${new URL(siteUrl).host.replace(/\W/g, '-')}`);
  const take = () => writeFile(file, String(process.pid), { flag: 'wx' });
  await take().catch(async () => {
    const holder = Number(String(await readFile(file).catch(() => '0')));
    if (holder > 0 && isRunning(holder))
      throw new Error(
        `Another run checks ${siteUrl} (process ${holder}). Wait until it ends, then try again.`,
      );
    await rm(file, { force: true });
    await take();
  });
  return () => rm(file, { force: true });
}
