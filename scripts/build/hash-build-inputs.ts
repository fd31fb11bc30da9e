import { readFileSync } from 'node:fs';
import { hashInputs } from './keep-template.ts';

const settingFiles = ['package.json', 'tsconfig.json', 'vite.config.ts'];
const isInput = (file: string) => !/\.test\.tsx?$/.test(file);

/** Hashes what the pages come from. */
export const hashPageInputs = (): string =>
  hashFolders(['content', 'contract', 'lib', 'publishing', 'scripts/build', 'web'], {
    // A published file contains a date.
    day: new Date().toISOString().slice(0, 10),
  });

/** The folders with the source of the functions. `publishBlog` also bundles `dist/prerender`, which the build of the pages writes. */
export const functionFolders = [
  'content',
  'contract',
  'lambdas',
  'publishing',
  'scripts/build',
  'web/src/lib',
];

/** Hashes what the functions come from. */
export const hashFunctionInputs = (options: { withSourceMaps: boolean }): string =>
  hashFolders(functionFolders, options);

const hashFolders = (folders: string[], options: object): string =>
  hashInputs(
    { settings: settingFiles.map((file) => readFileSync(file, 'utf8')), ...options },
    folders.map((folder) => [folder, isInput]),
  );
