import { CommandFailed, runCommand } from './run-command.ts';

// `npm run test:changed`: types, lint, and the unit tests that what was changed since the last commit can break. Needs no build. With the name
// of a commit, all that was changed since then.

const [since] = process.argv.slice(2);

/** The payment model plays thousands of sequences in `npm test`; a tenth of them tells most of it. */
const env = { PAYMENT_SEQUENCES: '200' };

const results = await Promise.allSettled([
  runCommand(['tsc', '--noEmit'], { isShown: false }),
  runCommand(['biome', 'check', '--error-on-warnings', '.'], { isShown: false }),
  runCommand(
    [
      'vitest',
      'run',
      since ? `--changed=${since}` : '--changed',
      '--project=unit',
      '--project=unit-isolated',
      '--passWithNoTests',
    ],
    { isShown: true, env },
  ),
]);
for (const result of results) {
  if (result.status === 'fulfilled') continue;
  if (!(result.reason instanceof CommandFailed)) throw result.reason;
  console.error(result.reason.message);
  process.exitCode = 1;
}
