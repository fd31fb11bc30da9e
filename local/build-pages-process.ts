import { buildPages } from '../scripts/build/build-pages.ts';
import { runBuild } from '../scripts/build/lock-build.ts';

// The start that waits for it has ended.
process.once('disconnect', () => process.exit());

await runBuild(buildPages);
// The channel to the start keeps this process alive.
process.exit();
