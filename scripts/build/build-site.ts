import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createBuilder } from 'vite';
import { bundleLambdas } from './bundle-lambdas.ts';
import { bundleResources } from './bundle-resources.ts';
import type { Input } from './keep-template.ts';
import { AlreadyBuilding, reuseBuild } from './reuse-build.ts';

// `npm run build`: builds the resources, the pages and the functions. Reuses the last build of the
// same day if no input has changed.

const isInput = (file: string) => !/\.test\.tsx?$/.test(file);
const inputs: Input[] = ['content', 'contract', 'lambdas', 'lib', 'publishing', 'scripts/build', 'web'].map(
  (folder) => [folder, isInput],
);
const settingFiles = ['package.json', 'tsconfig.json', 'vite.config.ts'];

const withSourceMaps = readOptions();
const isReused = await reuseBuild({
  hashFile: 'dist/build-inputs',
  otherInputs: {
    settings: settingFiles.map((file) => readFileSync(file, 'utf8')),
    // A published file contains a date.
    day: new Date().toISOString().slice(0, 10),
    withSourceMaps,
  },
  inputs,
  folders: ['resources', 'web', 'web-compressed', 'prerender', 'lambdas'].map((name) => `dist/${name}`),
  async build() {
    // Makes esbuild, a Go program, collect garbage less often: it takes a third less time and a tenth more
    // memory.
    process.env.GOGC ??= '1000';
    console.log('Building functions and pages ...');
    const pages = buildPages();
    await Promise.all([bundleResources(), pages, bundleLambdas({ pages, withSourceMaps })]);
  },
}).catch((error) => {
  if (!(error instanceof AlreadyBuilding)) throw error;
  console.error(error.message);
  process.exit(1);
});
if (isReused) console.log('The build is up to date.');

async function buildPages(): Promise<void> {
  const builder = await createBuilder({ logLevel: 'warn' });
  await builder.buildApp();
}

function readOptions(): boolean {
  try {
    return parseArgs({ options: { 'source-maps': { type: 'boolean', default: false } } }).values[
      'source-maps'
    ];
  } catch (error) {
    console.error(`${(error as Error).message}\nUsage: npm run build [-- --source-maps]`);
    process.exit(1);
  }
}
