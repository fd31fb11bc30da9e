import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { resourceFiles, structureFile } from '../../contract/rules/resource-files.ts';
import { publicOrigin } from '../../lib/stages.ts';
import { readContentFile } from '../../publishing/markdown/read-content-file.ts';
import { zipFiles } from '../../publishing/press/zip-files.ts';

/**
 * Writes the free downloads into `dist/resources`: each story structure, all of them as one ZIP,
 * and the tutorial project.
 */
export async function bundleResources(outdir = 'dist/resources'): Promise<void> {
  await rm(outdir, { recursive: true, force: true });
  const write = async (file: string, content: Uint8Array) => {
    await mkdir(dirname(join(outdir, file)), { recursive: true });
    await writeFile(join(outdir, file), content);
  };
  const folder = 'content/story-structures';
  const names = (await readdir(folder))
    .filter((name) => name.endsWith('.json') && name !== 'schema.json')
    .sort();
  const structures: Record<string, Uint8Array> = {};
  for (const name of names) {
    const file = structureFile(name.slice(0, -'.json'.length));
    structures[file] = await readFilled(join(folder, name));
    await write(file, structures[file]);
  }
  await write(resourceFiles.allStructures, zipFiles(structures));
  await write(resourceFiles.tutorialProject, await readFilled('content/tutorial-project.json'));
}

/** Replaces `{site.origin}` in a published file by the public address of the site. */
export const fillOrigin = (text: string): string => text.replaceAll('{site.origin}', publicOrigin);

async function readFilled(file: string): Promise<Uint8Array> {
  return new TextEncoder().encode(fillOrigin(await readContentFile(file)));
}
