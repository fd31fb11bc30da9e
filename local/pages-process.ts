import { constants, setPriority } from 'node:os';
import { runBuild } from '../scripts/build/lock-build.ts';

// The start that it belongs to has ended.
process.once('disconnect', () => process.exit());

if (process.argv[2] === 'finish') {
  // The site already answers. Threads inherit the priority, so it comes before what starts them.
  setPriority(constants.priority.PRIORITY_LOW);
  await runBuild(async () => (await import('../scripts/build/finish-pages.ts')).finishPages());
} else await runBuild(async () => (await import('../scripts/build/build-pages.ts')).buildPages());
// The channel to the start keeps this process alive.
process.exit();
