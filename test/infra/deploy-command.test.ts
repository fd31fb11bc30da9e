import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Runs a command without credentials, and without a terminal that it could ask in. */
function run(script: string, ...flags: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/commands/${script}`, ...flags], {
    env: { PATH: process.env.PATH, HOME: '/nowhere', AWS_EC2_METADATA_DISABLED: 'true' },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}
const deploy = (...flags: string[]) => run('deploy.ts', ...flags);

test.each([
  [[], 'Usage: npm run deploy -- --stage <name> [--yes] [--synthesized]'],
  [['--stage', 'moon'], 'There is no stage "moon"'],
  [['--stage', 'local'], 'runs on this machine: npm start'],
  [['--stage', 'dev'], 'Add --yes'],
])('explains why %j fails and exits with 1', (flags, message) => {
  const { status, stderr } = deploy(...flags);
  expect(stderr).toContain(message);
  expect(status).toBe(1);
});

test('advises the user to sign in when there are no credentials, and deploys nothing', () => {
  const { status, stdout, stderr } = deploy('--stage', 'dev', '--yes');
  expect(stdout).toMatch(/PROBLEM +Credentials +there are none\n +Sign in/);
  expect(stderr).toContain('Nothing was deployed: fix the problems above first.');
  expect(status).toBe(1);
});

test.each([
  [[], 'Usage: npm run clean-up -- --stage <name>'],
  [['--stage', 'local'], 'npm start -- --reset'],
  [['--stage', 'prod'], 'There are no AWS credentials'],
])('explains why clean-up with %j fails and exits with 1', (flags, message) => {
  const { status, stderr } = run('clean-up.ts', ...flags);
  expect(stderr).toContain(message);
  expect(status).toBe(1);
});
