import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail } from '../../../test/command-line.ts';
import { allows } from './allows.ts';
import type { Call } from './describe-call.ts';
import { describeResource, explainedRights, isExplained } from './explained-rights.ts';
import { type Right, readRights } from './read-rights.ts';

// `npm run conformance:rights`: runs the cloud tests, records the calls that each function makes to
// AWS's services, and compares them with the rights of its role. It fails for a call that the role
// does not allow, for a right that no call uses and nothing explains, and for an explanation that is
// no longer needed. With a folder of recorded calls, it does not run the tests again.

interface Recorded extends Call {
  caller: string;
  failed?: string;
}

const usage = 'Usage: npm run conformance:rights -- [<folder of recorded calls>]';
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
const rights = await readRights();
const failed = recorded.flatMap((call) => call.failed ?? []);
const calls = recorded.filter((call) => !call.failed && rights.has(call.caller));
const refused = calls.filter((call) => !rights.get(call.caller)?.some((right) => allows(right, call)));
const unused = [...rights].flatMap(([name, all]) =>
  all.filter((right) => !isUsed(name, right)).map((right) => ({ name, right })),
);
const unexplained = unused.filter(
  ({ name, right }) => !explainedRights.some((one) => isExplained(one, name, right)),
);
const outdated = explainedRights.filter(
  (one) => !unused.some(({ name, right }) => isExplained(one, name, right)),
);

const total = [...rights.values()].flat().length;
console.log(
  `${rights.size} functions, ${total} rights, ${total - unused.length} used by the cloud tests, ${unused.length - unexplained.length} explained, ${unexplained.length} unused.`,
);
report('The recorder failed', failed);
report(
  'A role does not allow',
  refused.map(({ caller, ...call }) => `${caller}: ${JSON.stringify(call)}`),
);
report(
  'No cloud test uses',
  unexplained.map(({ name, right }) => `${name}: ${right.action} on ${describeResource(right)}`),
);
report(
  'The explanation is outdated',
  outdated.map(({ action, why }) => `${action}: ${why}`),
);

function isUsed(name: string, right: Right): boolean {
  const dependsOnOrder = explainedRights.some((one) => one.dependsOnOrder && isExplained(one, name, right));
  return !dependsOnOrder && calls.some((call) => call.caller === name && allows(right, call));
}

/** Runs the cloud tests. Returns the folder with the calls of each local cloud. */
function recordCalls(): string {
  const calls = mkdtempSync(join(tmpdir(), 'lorewright-calls-'));
  console.log(`The cloud tests run, and record their calls in ${calls}.`);
  // A cloud that starts on kept data does not repeat what the functions do in a new one.
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
