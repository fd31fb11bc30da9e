import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import {
  type Build,
  blockmapEnding,
  filesOf,
  type ReleaseFile,
  type ReleaseManifest,
  type StoredFile,
} from '../../../contract/records/release.ts';
import { minimumSystems, type Platform, platforms } from '../../../contract/rules/platforms.ts';
import type { BuildFolder } from './build-folders.ts';

const installers = /\.(dmg|pkg|exe|msi)$/i;
const archives = /\.(zip|tar\.gz)$/i;

/** The signature for Tauri's updater, and the block map for electron-updater. */
const companion = /\.(sig|blockmap)$/;
const isCompanion = (fileName: string) => companion.test(fileName);

/** Whether a file says how a build was made or what it contains. */
export const isEvidence = (fileName: string): boolean => /\.(sigstore|spdx|cdx)\.json$/i.test(fileName);

/**
 * Describes the files of each platform: one installer, or one archive, or both, each with an
 * optional signature for Tauri's updater and an optional block map for electron-updater.
 * @throws Error one sentence per problem, before any file is read
 */
export async function describeBuilds(folder: BuildFolder): Promise<Record<Platform, Build>> {
  const chosen = await Promise.all(
    platforms.map(async (platform) => ({
      platform,
      ...choose(folder, platform, await folder.list(platform)),
    })),
  );
  const problems = chosen.flatMap(({ problem }) => problem ?? []);
  if (problems.length > 0) throw new Error(problems.join('\n'));

  const builds: Partial<Record<Platform, Build>> = {};
  for (const { platform, installer = '', updateArchive, names } of chosen) {
    const describe = (fileName: string) => describeFile(folder, platform, fileName, names);
    builds[platform] = {
      minimumSystem: minimumSystems[platform],
      installer: await describe(installer),
      ...(updateArchive ? { updateArchive: await describe(updateArchive) } : {}),
    };
  }
  return builds as Record<Platform, Build>;
}

interface Chosen {
  names: string[];
  installer?: string;
  updateArchive?: string;
  problem?: string;
}

function choose({ name }: BuildFolder, platform: Platform, all: string[]): Chosen {
  const names = all.filter((fileName) => !fileName.startsWith('.'));
  const refuse = (problem: string): Chosen => ({ names, problem: `${name}/${platform} ${problem}` });
  const files = names.filter((fileName) => !isCompanion(fileName) && !isEvidence(fileName));
  if (files.length === 0)
    return refuse(`contains no build. A release needs one for each of: ${platforms.join(', ')}.`);
  const stranger = files.find((fileName) => !installers.test(fileName) && !archives.test(fileName));
  if (stranger)
    return refuse(
      `contains ${stranger}, which is not a build. Builds end with .dmg, .pkg, .exe, .msi, .zip or .tar.gz.`,
    );
  const oddName = names.find((fileName) => !/^[\w.() -]+$/.test(fileName));
  if (oddName)
    return refuse(`contains "${oddName}": use only letters, digits, spaces and . _ - ( ) in names.`);
  const [installer, secondInstaller] = files.filter((fileName) => installers.test(fileName));
  const [archive, secondArchive] = files.filter((fileName) => archives.test(fileName));
  if (secondInstaller) return refuse(`contains more than one installer: ${installer}, ${secondInstaller}.`);
  if (secondArchive) return refuse(`contains more than one archive: ${archive}, ${secondArchive}.`);
  const strayed = names.find(
    (fileName) => isCompanion(fileName) && !names.includes(fileName.replace(companion, '')),
  );
  if (strayed) return refuse(`contains ${strayed}, but not the file that it belongs to.`);
  if (!installer) return { names, ...(archive ? { installer: archive } : {}) };
  return { names, installer, ...(archive ? { updateArchive: archive } : {}) };
}

async function describeFile(
  folder: BuildFolder,
  platform: Platform,
  fileName: string,
  names: string[],
): Promise<ReleaseFile> {
  const content = contentOf(await folder.read(platform, fileName));
  if (content.sizeInBytes === 0) throw new Error(`${folder.name}/${platform}/${fileName} is empty.`);
  const signature = names.includes(`${fileName}.sig`)
    ? (await folder.read(platform, `${fileName}.sig`)).toString('utf8').trim()
    : undefined;
  const blockmap = names.includes(`${fileName}${blockmapEnding}`)
    ? await describeBlockmap(folder, platform, fileName, content.sizeInBytes)
    : undefined;
  return {
    fileName,
    ...content,
    ...(signature ? { updaterSignature: signature } : {}),
    ...(blockmap ? { blockmap } : {}),
  };
}

type FileContent = Omit<StoredFile, 'fileName'>;

const contentOf = (bytes: Buffer): FileContent => ({
  sizeInBytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  sha512: createHash('sha512').update(bytes).digest('base64'),
});

/** @throws Error when it is not the block map of the file, because an app would then download everything twice */
async function describeBlockmap(
  folder: BuildFolder,
  platform: Platform,
  fileName: string,
  sizeInBytes: number,
): Promise<FileContent> {
  const name = `${fileName}${blockmapEnding}`;
  const bytes = await folder.read(platform, name);
  if (!isBlockmap(bytes, sizeInBytes))
    throw new Error(
      `${folder.name}/${platform}/${name} is not the block map of ${fileName}. Copy the one that electron-builder wrote with this file, or remove it: apps then download the whole file.`,
    );
  return contentOf(bytes);
}

/** The block map of a file of 2 GB has about 5 MB as text. */
const maxTextBytes = 32 * 1024 * 1024;

/** Whether a file is what electron-builder writes for a file of this size: the sizes and checksums of its blocks, compressed. */
function isBlockmap(bytes: Buffer, sizeInBytes: number): boolean {
  try {
    const { files } = JSON.parse(gunzipSync(bytes, { maxOutputLength: maxTextBytes }).toString());
    const [{ offset, sizes, checksums }] = files;
    const total = sizes.reduce((sum: number, size: number) => sum + size, 0);
    return files.length === 1 && offset === 0 && sizes.length === checksums.length && total === sizeInBytes;
  } catch {
    return false;
  }
}

/** @returns a sentence for each file whose name contains another version than that of its release */
export function describeOddNames({ version, builds }: Pick<ReleaseManifest, 'version' | 'builds'>): string[] {
  // The name of 1.4.0-beta.1 contains "1.4.0", which is another version.
  const escaped = version.replace(/[.+]/g, '\\$&');
  const ofVersion = new RegExp(`(?<![\\d.])${escaped}(?!\\d|\\.\\d|-(?:alpha|beta|rc))`, 'i');
  return platforms.flatMap((platform) =>
    filesOf(builds[platform])
      .filter(({ fileName }) => /\d+\.\d+\.\d+/.test(fileName) && !ofVersion.test(fileName))
      .map(({ fileName }) => `${platform}/${fileName} has the name of another version than ${version}.`),
  );
}
