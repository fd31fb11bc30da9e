import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { siteNameOf, stages } from '../../lib/stages.ts';
import { openStripeAccount } from '../../local/seed-stripe.ts';
import { fail, removeTemporaryFilesAtExit } from '../../test/command-line.ts';
import { requireLinux } from '../../test/require-linux.ts';
import { runTeamCommand } from '../../test/team-command.ts';
import { installationFolder } from '../conformance/install.ts';
import type { Adaptation } from './adapt-template.ts';
import { checkDeadLetter } from './check-dead-letter.ts';
import { checkRollback } from './check-rollback.ts';
import { checkUpdate } from './check-update.ts';
import { bootstrap, deploy, synthesizeStacks } from './deploy-stacks.ts';
import { judgeTests, type TestReport } from './judge-tests.ts';
import { openLateServer } from './late-server.ts';
import { changedParts } from './left-out.ts';
import { listedTests } from './listed-tests.ts';
import { openSecondCloud, type SecondCloud } from './open-second-cloud.ts';
import { spawnGroup } from './spawn-group.ts';
import { installMinistack, ministackName, startMinistack } from './start-ministack.ts';

// `npm run conformance:cloud -- [<spec>...]`: deploys the stacks of `dev` with the CDK to MiniStack, an independent emulator of AWS, and runs the specs
// of test/cloud there. With arguments, it runs only the specs whose paths contain one of them, or with --smoke only `npm run smoke`, which
// takes five minutes there, or with --update only an update of a former version with data. It needs Python 3.10 or later, and a network the
// first time. docs/conformance.md

/** The checks of `npm run smoke` that fail on the second cloud, each for a fault of MiniStack 1.5.33. */
const failingChecks: Record<string, string> = {
  'Strict-Transport-Security':
    'A distribution adds no headers of the policy to the answer of a CloudFront Function.',
  'Security headers': 'The same.',
  Compression: 'A distribution compresses nothing.',
  'Links to builds': 'A distribution checks no signed links.',
  'License email': 'SES sends no events, so no delivery is reported.',
  'Email with a code for a new password': 'The same.',
  'Second factor':
    'The challenge after the password names the typed address, not the user (USER_ID_FOR_SRP).',
  Deletion: 'The account still has its second factor, because the check above failed.',
};

const defaultPort = 4500;
const smokeOption = '--smoke';
const updateOption = '--update';
const indent = ' '.repeat(8);
const startedAt = Date.now();
const port = Number(process.env.PORT ?? defaultPort);
const fileOf = (extension: string) => join(installationFolder, `second-cloud-${port}.${extension}`);

function say(text: string): void {
  console.log(`${String(Math.round((Date.now() - startedAt) / 1000)).padStart(4)} s  ${text}`);
}

async function run(specs: string[]): Promise<void> {
  requireLinux('limits count calls by loopback address, and other systems have only one.');
  const commands = installMinistack();
  removeTemporaryFilesAtExit();
  // No request may reach an account on AWS.
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
  const folder = mkdtempSync(join(tmpdir(), 'second-cloud-'));
  const cloud = await startCloud(commands, folder);
  const adaptation = describeAdaptation(cloud);
  if (specs.includes(updateOption)) return checkUpdate(cloud, { commands, folder, adaptation, say });
  const stacks = join(folder, 'stacks');
  await deployTwice(cloud, { commands, adaptation, stacks });
  // The specs get the environment without the addresses of MiniStack.
  const environment = { ...process.env };
  Object.assign(process.env, cloud.ministack.env);
  const deployed = await openSecondCloud(cloud);
  say(`Published a release and articles at ${cloud.site.url}.`);
  await checkRollback(cloud.ministack, deployed, { stacks, copy: join(folder, 'failing-stacks') });
  say('Made an update of the stack with the API fail. The rollback restored a changed function.');
  await checkDeadLetter(cloud, deployed);
  say('Broke a consumer, repaired it, and sent its dead letter back.');

  if (specs.includes(smokeOption)) return say(await checkSmoke(cloud.dir));
  say('Runs the specs of test/cloud:');
  const report = fileOf('json');
  const outcome = await runSpecs(specs, { siteUrl: cloud.site.url, dir: cloud.dir, report, environment });
  reportSpecs(judgeTests(outcome, listedTests));
}

/** Opens the port of the site first, so that the command fails early when it is in use. */
async function startCloud(commands: string, folder: string): Promise<SecondCloud> {
  const site = await openLateServer(port).catch(() =>
    fail(
      `Port ${port} is in use, perhaps by another run. Wait for it, or choose another port: PORT=${port + 1} npm run conformance:cloud`,
    ),
  );
  const services = await openLateServer();
  const dir = join(folder, 'cloud');
  mkdirSync(dir);
  const stripe = await openStripeAccount({
    dir: join(dir, 'stripe'),
    webhookUrl: `${site.endpoint}/api/stripeWebhook`,
    priceIds: stages.local.priceIds,
    salesTax: stages.local.salesTax,
    environment: {},
  });
  const env = {
    STRIPE_API_URL: stripe.endpoint ?? '',
    AWS_ENDPOINT_URL_SESV2: services.endpoint,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: services.endpoint,
  };
  const ministack = await startMinistack(commands, { folder, log: fileOf('log'), env });
  say(`${ministackName} runs at ${ministack.endpoint}. Its output is in ${fileOf('log')}.`);
  return { dir, site, services, ministack, stripe };
}

/** The specs are written for the stage `local`. */
const describeAdaptation = ({ site, services, ministack }: SecondCloud): Adaptation => ({
  gatewayPort: ministack.port,
  siteUrl: site.url,
  environment: {
    DOORBELL_URL: `${services.endpoint}/event`,
    LICENSE_ISSUER: siteNameOf('local'),
    PRICE_IDS: JSON.stringify(stages.local.priceIds),
    SALES_TAX: stages.local.salesTax,
  },
});

/** @throws Error when the second deployment changes a stack */
async function deployTwice(
  { ministack }: SecondCloud,
  { commands, adaptation, stacks }: { commands: string; adaptation: Adaptation; stacks: string },
): Promise<void> {
  const [leftOut] = await Promise.all([
    synthesizeStacks(stacks, { ministack, commands, adaptation }),
    bootstrap(ministack),
  ]);
  say(`Synthesized the stage dev, and left out ${leftOut.length} resources:`);
  for (const line of leftOut) console.log(`${indent}${line}`);
  say('Changed parts of the templates:');
  for (const [part, reason] of Object.entries(changedParts)) console.log(`${indent}${part}: ${reason}`);
  await deploy(ministack, stacks);
  say('Deployed all stacks.');
  const again = await deploy(ministack, stacks);
  const changed = (again.match(/✅.*/g) ?? []).filter((line) => !line.includes('(no changes)'));
  if (changed.length > 0) throw new Error(`A second deployment changed stacks:\n${changed.join('\n')}`);
  say('Deployed them again: no stack has changes.');
}

/**
 * Runs `npm run smoke` against the second cloud.
 * @returns what happened
 * @throws Error when another check fails, or a listed one passes
 */
async function checkSmoke(dir: string): Promise<string> {
  const { output } = await runTeamCommand(dir, 'scripts/commands/smoke.ts');
  const rows = [...output.matchAll(/^(\S.*?) {2,}(passed|failed|needs your eyes|not possible)\b.*$/gm)];
  if (rows.length === 0) throw new Error(`npm run smoke printed no table:\n${output}`);
  const named = (result: string) =>
    rows.filter(([, , found]) => found === result).map(([, name = '']) => name);
  const failed = named('failed');
  const surprises = [
    ...rows
      .filter(([, name = '', found]) => found === 'failed' && !(name in failingChecks))
      .map(([row]) => row),
    ...Object.keys(failingChecks)
      .filter((name) => !failed.includes(name))
      .map((name) => `"${name}" passes now. Remove it from the list.`),
  ];
  if (surprises.length > 0) throw new Error(`npm run smoke has surprises:\n${surprises.join('\n')}`);
  return `Ran npm run smoke: ${named('passed').length} of ${rows.length} checks passed, and ${failed.length} failed for a known reason.`;
}

interface SpecsOptions {
  siteUrl: string;
  /** The folder with the files of a local cloud that specs read. */
  dir: string;
  /** The file for Vitest's report. */
  report: string;
  environment: NodeJS.ProcessEnv;
}

/**
 * Runs the specs of test/cloud on the second cloud, one file after another, because they share it.
 * @param specs parts of the paths of files; all if empty
 */
async function runSpecs(
  specs: string[],
  { siteUrl, dir, report, environment }: SpecsOptions,
): Promise<TestReport> {
  rmSync(report, { force: true });
  const options = [
    '--project=cloud',
    '--tags-filter=!extended',
    '--maxWorkers=1',
    '--silent=passed-only',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const { child } = spawnGroup('node_modules/.bin/vitest', ['run', ...options, ...specs], {
    stdio: ['ignore', 'inherit', 'ignore'],
    env: { ...environment, NO_COLOR: 'on', SECOND_CLOUD: JSON.stringify({ siteUrl, dir }) },
  });
  await once(child, 'close');
  return JSON.parse(readFileSync(report, 'utf8'));
}

function reportSpecs({ passed, listed, files, surprises }: ReturnType<typeof judgeTests>): void {
  for (const { file, passed: ofFile, ran } of files)
    console.log(`${String(ofFile).padStart(6)} of ${String(ran).padStart(3)}  ${file}`);
  say(`${passed} tests passed. ${listed} failed for a reason in lab/second-cloud/listed-tests.ts.`);
  for (const surprise of surprises) console.error(surprise);
  if (surprises.length > 0) process.exitCode = 1;
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
// The servers would keep the process alive.
process.exit();
