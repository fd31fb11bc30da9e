import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brand } from '../contract/rules/brand.ts';
import { type Platform, platformNames, platforms } from '../contract/rules/platforms.ts';

/** The newest version in content/changelog.md that people can download. */
export const sampleVersion = '0.3.0';

/** The names of the files: an installer, and what electron-updater installs on a Mac. */
export const buildNames = (version: string): Record<Platform, string[]> => ({
  'mac-arm64': [`${brand}-${version}-arm64.dmg`, `${brand}-${version}-arm64.zip`],
  'mac-x64': [`${brand}-${version}-x64.dmg`, `${brand}-${version}-x64.zip`],
  'win-x64': [`${brand}-${version}-x64.exe`],
});

/** Writes a small release like the team's, so that a new local cloud has something to download. */
export async function writeSampleRelease(folder: string): Promise<void> {
  for (const platform of platforms) {
    await mkdir(join(folder, platform), { recursive: true });
    for (const fileName of buildNames(sampleVersion)[platform]) {
      const line = `A sample of ${fileName} for ${platformNames[platform]}. The real builds come from the team.\n`;
      await writeFile(join(folder, platform, fileName), line.repeat(2000));
    }
  }
}
