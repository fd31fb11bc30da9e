import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brand } from '../contract/rules/brand.ts';
import { type Platform, platformNames, platforms } from '../contract/rules/platforms.ts';

/** The newest version in content/changelog.md that people can download. */
export const sampleVersion = '0.3.0';

const fileNames: Record<Platform, string> = {
  'mac-arm64': `${brand}-${sampleVersion}-arm64.dmg`,
  'mac-x64': `${brand}-${sampleVersion}-x64.dmg`,
  'win-x64': `${brand}-${sampleVersion}-x64.exe`,
};

/** Writes a small release like the team's, so that a new local cloud has something to download. */
export async function writeSampleRelease(folder: string): Promise<void> {
  for (const platform of platforms) {
    await mkdir(join(folder, platform), { recursive: true });
    const line = `A stand-in for ${brand} ${sampleVersion}, ${platformNames[platform]}. The real builds come from the team.\n`;
    await writeFile(join(folder, platform, fileNames[platform]), line.repeat(2000));
  }
}
