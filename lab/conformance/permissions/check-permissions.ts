import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail } from '../../../test/command-line.ts';
import { allows } from './allows.ts';
import type { Call } from './describe-call.ts';
import { describeResource, explainedPermissions, isExplained } from './explained-permissions.ts';
import { type Permission, readPermissions } from './read-permissions.ts';

// `npm run conformance:permissions`: runs the cloud tests, records the calls that each function makes to
// AWS's services, and compares them with the permissions of its role. It fails for a call that the role
// does not allow, for an unused permission without an explanation, and for an explanation that is
// no longer needed. With a folder of recorded calls, it does not run the tests again.

interface Recorded extends Call {
  caller: string;
  failed?: string;
}

const usage = 'Usage: npm run conformance:permissions -- [<folder of recorded calls>]';
const [given, ...more] = process.argv.slice(2);
if (more.length > 0) fail(`This command has at most one argument.\n${usage}`);
if (given !== undefined && !statSync(given, { throwIfNoEntry: false })?.isDirectory())
  fail(`There is no folder ${given}.\n${usage}`);
const folder = given ?? recordCalls();
const recorded = readdirSync(folder).flatMap((file) =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Recorded),
);
const permissions = await readPermissions();
const failed = recorded.flatMap((call) => call.failed ?? []);
const calls = recorded.filter((call) => !call.failed && permissions.has(call.caller));
const refused = calls.filter(
  (call) => !permissions.get(call.caller)?.some((permission) => allows(permission, call)),
);
const unused = [...permissions].flatMap(([name, all]) =>
  all.filter((permission) => !isUsed(name, permission)).map((permission) => ({ name, permission })),
);
const unexplained = unused.filter(
  ({ name, permission }) => !explainedPermissions.some((one) => isExplained(one, name, permission)),
);
const outdated = explainedPermissions.filter(
  (one) => !unused.some(({ name, permission }) => isExplained(one, name, permission)),
);

const total = [...permissions.values()].flat().length;
console.log(
  `${permissions.size} functions, ${total} permissions, ${total - unused.length} used by the cloud tests, ${unused.length - unexplained.length} explained, ${unexplained.length} unused.`,
);
report('The recorder failed', failed);
report(
  'A role does not allow',
  refused.map(({ caller, ...call }) => `${caller}: ${JSON.stringify(call)}`),
);
report(
  'No cloud test uses',
  unexplained.map(
    ({ name, permission }) => `${name}: ${permission.action} on ${describeResource(permission)}`,
  ),
);
report(
  'The explanation is outdated',
  outdated.map(({ action, why }) => `${action}: ${why}`),
);

function isUsed(name: string, permission: Permission): boolean {
  const dependsOnOrder = explainedPermissions.some(
    (one) => one.dependsOnOrder && isExplained(one, name, permission),
  );
  return !dependsOnOrder && calls.some((call) => call.caller === name && allows(permission, call));
}

/** Runs the cloud tests. Returns the folder with the calls of each local cloud. */
function recordCalls(): string {
  const calls = mkdtempSync(join(tmpdir(), 'lorewright-calls-'));
  console.log(`The cloud tests run, and record their calls in ${calls}.`);
  // A cloud that starts with prepared data does not call the functions that prepare it.
  rmSync('dist/prepared-data', { recursive: true, force: true });
  const { status } = spawnSync('vitest', ['run', '--project=cloud', '--project=cloud-*'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, CALLS_FOLDER: calls },
  });
  if (status !== 0) fail('The cloud tests failed. Run them with: npm run test:all -- cloud');
  return calls;
}

function report(problem: string, lines: string[]): void {
  for (const line of [...new Set(lines)].sort()) console.log(`${problem}: ${line}`);
  if (lines.length > 0) process.exitCode = 1;
}
