import { parseArgs } from 'node:util';
import type { Route } from '../../contract/operations/route.ts';
import { type OperationName, routes } from '../../contract/operations/routes.ts';
import { type CloudProcess, startCloudProcess } from '../../test/cloud-process.ts';
import { fail, removeTemporaryFilesAtExit } from '../../test/command-line.ts';
import { listDeadLetters, untilNothingIsPending } from '../../test/pending-work.ts';
import { registerPerson } from '../../test/person.ts';
import { registerAdmin } from '../../test/registered-admin.ts';
import { requireLinux } from '../../test/require-linux.ts';
import { type Attackers, sendHostileRequests } from './send-hostile-requests.ts';
import { sendRawAttacks } from './send-raw-attacks.ts';
import { readItemsAbout, registerCustomer, registerVictim } from './victim.ts';

// `npm run fuzz`: a malicious client. It sends hostile values and broken HTTP to each operation of a
// local cloud, and fails on a request without a response, on a status of 500 or more, on data of
// another person in a response, on a change of another person's data, and on a dead letter.

const usage = 'Usage: npm run fuzz -- [--runs <per operation>] [--seed <number>] [<operation> …]';
requireLinux('it connects from 200 addresses of 127.0.1.0/24.');
const { runs, seed, names } = readOptions();
removeTemporaryFilesAtExit();
/** Some actions have a limit of a few per person and hour. */
const attackerCount = 30;

console.log(`${runs} requests to each of ${names.length} operations; --seed ${seed}`);
const findings: string[] = [];
const cloud = await startCloudProcess();
try {
  await attack(cloud);
} finally {
  // The attack may end early, because a finding crashed the cloud.
  for (const finding of findings) console.log(`\n${finding}`);
  console.log(`\n${findings.length} findings.`);
  if (findings.length > 0) process.exitCode = 1;
  await cloud.dispose();
}
// The clients keep connections open.
process.exit();

async function attack(cloud: CloudProcess): Promise<void> {
  const { siteUrl } = cloud;
  const victim = await registerVictim(cloud);
  const subjectOf = async (feedback: string) => {
    const { person: _, ...subject } = await registerCustomer(cloud, feedback);
    return subject;
  };
  // The raw attacks use another customer, because the hostile requests may have deleted this one.
  const customer = await subjectOf('The team may handle this.');
  const register = (count: number) =>
    Promise.all(Array.from({ length: count }, () => registerPerson(siteUrl)));
  const users: Attackers = { role: 'user', people: await register(attackerCount), subject: victim.known };
  const leavers: Attackers = { ...users, people: await register(3) };
  const visitors: Attackers = { ...users, role: 'visitor', people: [] };
  const team: Attackers = { role: 'team', people: [await registerAdmin(siteUrl)], subject: customer };
  const rawCustomer = await subjectOf('The team may handle this, too.');
  const [attacker, leaver] = [await registerPerson(siteUrl), await registerPerson(siteUrl)];
  const rawAttackers = { attacker, leaver, admin: await registerAdmin(siteUrl), customer: rawCustomer };
  await untilNothingIsPending(cloud.dir);
  const before = await readItemsAbout(siteUrl, victim);

  for (const name of names) {
    for (const attackers of attackersOf(name)) {
      const answers = await sendHostileRequests(siteUrl, name, attackers, victim, { runs, seed });
      console.log(`${name.padEnd(24)} ${answers.role.padEnd(8)} ${describe(answers.statuses)}`);
      findings.push(...answers.findings.map((finding) => `${answers.role}: ${finding}`));
    }
  }
  for await (const answers of sendRawAttacks(siteUrl, names, rawAttackers, victim)) {
    console.log(`${answers.attack.padEnd(40)} ${answers.role} ${describe(answers.statuses)}`);
    findings.push(...answers.findings);
  }

  await untilNothingIsPending(cloud.dir);
  findings.push(...(await listDeadLetters(cloud.dir)).map((queue) => `${queue} has dead letters.`));
  const after = await readItemsAbout(siteUrl, victim);
  findings.push(
    ...before.filter((item) => !after.includes(item)).map((item) => `Changed or removed: ${item}`),
    ...after.filter((item) => !before.includes(item)).map((item) => `Changed or added: ${item}`),
  );

  function attackersOf(name: OperationName): Attackers[] {
    const { caller }: Route = routes[name];
    if (name === 'deleteAccountData') return [leavers];
    if (caller === 'admin') return [users, team];
    return caller === 'user' || caller === 'updater' ? [users, visitors] : [visitors];
  }
}

function describe(statuses: Map<number | string, number>): string {
  return [...statuses]
    .sort(([one], [other]) => String(one).localeCompare(String(other)))
    .map(([status, count]) => `${status}: ${count}`)
    .join('  ');
}

function readOptions(): { runs: number; seed: number; names: OperationName[] } {
  const all = Object.keys(routes) as OperationName[];
  try {
    const options = { runs: { type: 'string' }, seed: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const runs = Number(values.runs ?? 100);
    const seed = Number(values.seed ?? Date.now() % 2 ** 31);
    const unknown = positionals.find((name) => !Object.hasOwn(routes, name));
    if (unknown) throw new Error(`There is no operation ${unknown}.`);
    if (!Number.isInteger(runs) || runs < 1 || !Number.isInteger(seed))
      throw new Error('--runs must be an integer of 1 or more, and --seed an integer.');
    return { runs, seed, names: positionals.length > 0 ? (positionals as OperationName[]) : all };
  } catch (error) {
    fail(`${(error as Error).message}\n${usage}`);
  }
}
