import { buildPages } from '../scripts/build/build-pages.ts';
import { runBuild } from '../scripts/build/run-build.ts';

await runBuild(buildPages);
process.exit();
