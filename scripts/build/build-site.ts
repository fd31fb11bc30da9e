import { parseArgs } from 'node:util';
import { buildPages } from './build-pages.ts';
import { finishPages } from './finish-pages.ts';
import { runBuild } from './lock-build.ts';
import { completeBundles } from './reuse-bundles.ts';

// `npm run build`: builds the resources, the pages and the functions, and reuses what the last build or start
// made from the same inputs.

const { withSourceMaps } = readOptions();
await runBuild(async () => {
  const pages = buildPages();
  const reused = await Promise.all([
    pages,
    pages.then(finishPages),
    completeBundles({ pages, withSourceMaps }),
  ]);
  if (reused.every(Boolean)) console.log('The build is up to date.');
});

function readOptions(): { withSourceMaps: boolean } {
  try {
    const options = { 'source-maps': { type: 'boolean', default: false } } as const;
    return { withSourceMaps: parseArgs({ options }).values['source-maps'] };
  } catch (error) {
    console.error(`${(error as Error).message}\nUsage: npm run build [-- --source-maps]`);
    process.exit(1);
  }
}
