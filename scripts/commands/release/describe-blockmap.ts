import { gunzipSync } from 'node:zlib';
import { blockmapEnding, type ReleaseFile } from '../../../contract/records/release.ts';
import type { Platform } from '../../../contract/rules/platforms.ts';
import type { BuildFolder } from './build-folders.ts';

/** The block map of a file of 2 GB has about 2 MB, and 5 MB as text. */
const [maxBytes, maxTextBytes] = [8 * 1024 * 1024, 32 * 1024 * 1024];

/**
 * Describes `<fileName>.blockmap`, which electron-builder writes: the sizes and checksums of the blocks of the file.
 * @throws Error when it is not the block map of a file of this size, because an app would then download everything twice
 */
export async function describeBlockmap(
  folder: BuildFolder,
  platform: Platform,
  fileName: string,
  sizeInBytes: number,
): Promise<ReleaseFile['blockmap']> {
  const name = `${fileName}${blockmapEnding}`;
  const described = await folder.hash(platform, name);
  const blocks =
    described.sizeInBytes > maxBytes ? undefined : readBlocks(await bytesOf(folder, platform, name));
  if (blocks !== sizeInBytes)
    throw new Error(
      `${folder.name}/${platform}/${name} is not the block map of ${fileName}. Copy the one that electron-builder wrote with this file, or remove it: apps then download the whole file.`,
    );
  return described;
}

async function bytesOf(folder: BuildFolder, platform: Platform, fileName: string): Promise<Buffer> {
  const file = await folder.open(platform, fileName);
  try {
    return await file.read(0, file.sizeInBytes);
  } finally {
    await file.close();
  }
}

/** @returns the bytes of all blocks together; undefined if it is not a block map */
function readBlocks(bytes: Buffer): number | undefined {
  try {
    const { files } = JSON.parse(gunzipSync(bytes, { maxOutputLength: maxTextBytes }).toString());
    const [{ offset, sizes, checksums }] = files;
    if (files.length !== 1 || offset !== 0 || sizes.length !== checksums.length) return undefined;
    return sizes.reduce((sum: number, size: number) => sum + size, 0);
  } catch {
    return undefined;
  }
}
