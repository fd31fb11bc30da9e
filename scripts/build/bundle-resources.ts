import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { zipSync } from 'fflate';
import { resourceFiles, structureFile } from '../../contract/rules/resource-files.ts';

/** ZIP knows no earlier year; a fixed date makes the same content the same file. */
const fixedDate = new Date(Date.UTC(1980, 0, 2));

/** Puts what people may download for free into `dist/resources`: each story structure, all of them as one ZIP, the tutorial project. */
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
    structures[file] = await readFile(join(folder, name));
    await write(file, structures[file]);
  }
  await write(resourceFiles.allStructures, zipSync(structures, { mtime: fixedDate }));
  await write(resourceFiles.tutorialProject, await readFile('content/tutorial-project.json'));
}

if (import.meta.main) {
  console.log('Building functions and pages ...');
  await bundleResources();
}
