import { readdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { mockups } from '../../content/mockups.ts';
import { zipFiles } from './zip-files.ts';

export const pressKitFile = 'lorewright-press-kit.zip';

const folder = resolve(import.meta.dirname, '../../content/press');

/** Every file in `content/press` as one ZIP. */
export async function zipPressKit(): Promise<Uint8Array> {
  const names = (await readdir(folder)).sort();
  const files = names.map(async (name) => [name, await readFile(resolve(folder, name))] as const);
  return zipFiles(Object.fromEntries(await Promise.all(files)));
}

/** The screens, with their files in the ZIP, which `render-mockups.ts` draws. */
export const screens = mockups.map((mockup) => ({
  ...mockup,
  files: ['dark', 'light'].map((theme) => `lorewright-${mockup.name}-${theme}.png`),
}));
