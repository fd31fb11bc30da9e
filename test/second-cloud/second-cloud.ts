import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { siteNameOf, stages } from '../../lib/stages.ts';
import { openStripeAccount } from '../../local/seed-stripe.ts';
import { fail, removeTemporaryFilesAtExit } from '../command-line.ts';
import { installationFolder } from '../conformance/install.ts';
import { bootstrap, deploy, synthesizeStacks } from './deploy-stacks.ts';
import { judgeTests } from './judge-tests.ts';
import { openLateServer } from './late-server.ts';
import { changedParts, leftOutTypes } from './left-out.ts';
import { listedTests } from './listed-tests.ts';
import { openSecondCloud } from './open-second-cloud.ts';
import { runSpecs } from './run-specs.ts';
import { installMinistack, ministackName, startMinistack } from './start-ministack.ts';

// `npm run conformance:cloud -- [<spec>...]`: deploys the stacks of `dev` with the CDK to MiniStack, which others wrote, and runs the specs
// of test/cloud there. It needs Python 3.10 or later, and a network the first time. docs/conformance.md

const defaultPort = 4500;
const startedAt = Date.now();
const secondsWidth = 4;

function say(text: string): void {
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  console.log(`${String(seconds).padStart(secondsWidth)} s  ${text}`);
}

async function run(specs: string[]): Promise<void> {
  const commands = installMinistack();
  removeTemporaryFilesAtExit();
  const port = Number(process.env.PORT ?? defaultPort);
  const site = await openLateServer(port).catch(() =>
    fail(
      `Port ${port} is in use, perhaps by another run. Wait for it, or choose another port: PORT=${port + 1} npm run conformance:cloud`,
    ),
  );
  const services = await openLateServer();
  const folder = mkdtempSync(join(tmpdir(), 'second-cloud-'));
  const dir = join(folder, 'cloud');
  mkdirSync(dir);
  const stripe = await openStripeAccount({
    dir: join(dir, 'stripe'),
    webhookUrl: `${site.endpoint}/api/stripeWebhook`,
    priceIds: stages.local.priceIds,
    salesTax: stages.local.salesTax,
    environment: {},
  });
  const log = join(installationFolder, `second-cloud-${port}.log`);
  const ministack = await startMinistack(commands, {
    folder,
    log,
    env: {
      STRIPE_API_URL: stripe.endpoint ?? '',
      AWS_ENDPOINT_URL_SESV2: services.endpoint,
      AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: services.endpoint,
    },
  });
  say(`${ministackName} runs at ${ministack.endpoint}. Its output is in ${log}.`);

  const environment = { ...environmentOfSpecs(), DOORBELL_URL: `${services.endpoint}/event` };
  const adaptation = { gatewayPort: ministack.port, siteUrl: site.url, environment };
  const stacks = join(folder, 'stacks');
  const [leftOut] = await Promise.all([
    synthesizeStacks(stacks, { ministack, commands, adaptation }),
    bootstrap(ministack),
  ]);
  say(`Synthesized the stage dev, without ${leftOut.length} resources of ${new Set(leftOut).size} types:`);
  for (const type of new Set(leftOut))
    console.log(`          ${type}: ${leftOutTypes[type] ?? changedParts['alarms with metric math']}`);
  await deploy(ministack, stacks);
  say('Deployed all stacks.');
  const again = await deploy(ministack, stacks);
  const unchanged = again.match(/\(no changes\)/g)?.length ?? 0;
  const all = again.match(/✅/g)?.length ?? 0;
  say(`Deployed them again: ${unchanged} of ${all} without changes.`);
  if (unchanged < all) process.exitCode = 1;

  const before = { ...process.env };
  Object.assign(process.env, ministack.env);
  await openSecondCloud({ dir, site, services, ministack, stripe });
  say(`Published a release and articles at ${site.url}. Running the specs of test/cloud:`);
  const report = join(installationFolder, `second-cloud-${port}.json`);
  const verdict = judgeTests(
    await runSpecs(specs, { siteUrl: site.url, dir, report, environment: before }),
    listedTests,
  );
  say('Ran the specs.');
  for (const { file, passed, ran } of verdict.files)
    console.log(`${String(passed).padStart(5)} of ${ran}  ${file}`);
  const ran = verdict.passed + verdict.listed + verdict.surprises.length;
  console.log(
    `${verdict.passed} tests passed, and ${verdict.listed} failed as test/second-cloud/listed-tests.ts says (of ${ran}).`,
  );
  for (const surprise of verdict.surprises) console.error(surprise);
  if (verdict.surprises.length > 0) process.exitCode = 1;
}

/** The specs are written for the stage `local`. */
const environmentOfSpecs = () => ({
  LICENSE_ISSUER: siteNameOf('local'),
  PRICE_IDS: JSON.stringify(stages.local.priceIds),
  SALES_TAX: stages.local.salesTax,
});

try {
  await run(process.argv.slice(2));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
// The servers would keep the process alive.
process.exit();
