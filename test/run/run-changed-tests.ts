import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { CommandFailed, runCommand } from './run-command.ts';

// `npm run test:changed`: checks types, lint, unused exports and the rules of the architecture, and
// runs the unit tests that import a file that differs from the last commit, or from the commit in
// the first argument. Needs no build.

const [since] = process.argv.slice(2);
if (since && spawnSync('git', ['rev-parse', '--verify', '--quiet', `${since}^{commit}`]).status !== 0) {
  console.error(`There is no commit ${since}. Name a commit, a branch or a tag.`);
  process.exit(1);
}

const testsOfTheRepository = globSync(['test/*.test.ts', 'lib/edge/*.test.ts']).filter((file) =>
  /\b(readFileSync|readFile|readdirSync|globSync)\(/.test(readFileSync(file, 'utf8')),
);

const results = await Promise.allSettled([
  runCommand(['npm', 'run', '--silent', 'check:types'], { isShown: false }),
  runCommand(['biome', 'check', '--error-on-warnings', '.'], { isShown: false }),
  runCommand(['knip', '--no-progress'], { isShown: false }),
  // These read files that they do not import, so Vitest cannot tell whether a change concerns them.
  runCommand(['vitest', 'run', ...testsOfTheRepository], { isShown: false }),
  runCommand(
    [
      'vitest',
      'run',
      since ? `--changed=${since}` : '--changed',
      '--project=unit',
      '--project=unit-*',
      '--passWithNoTests',
    ],
    { isShown: true },
  ),
]);
for (const result of results) {
  if (result.status === 'fulfilled') continue;
  if (!(result.reason instanceof CommandFailed)) throw result.reason;
  console.error(result.reason.message);
  process.exitCode = 1;
}
