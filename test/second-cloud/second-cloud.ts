import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stages } from '../../lib/stages.ts';
import { siteNameOf } from '../../lib/stages.ts';
import { openStripeAccount } from '../../local/seed-stripe.ts';
import { type Listening, listen } from '../../local/server/listen.ts';
import { fail, removeTemporaryFilesAtExit } from '../command-line.ts';
import { installationFolder } from '../conformance/install.ts';
import { endWithThisProcess } from '../end-with-this-process.ts';
import { bootstrap, deploy, synthesizeStacks } from './deploy-stacks.ts';
import { installMinistack, ministackName, startMinistack } from './start-ministack.ts';
import { openSecondCloud } from './open-second-cloud.ts';
import { servePaths } from './site-front.ts';

// `npm run conformance:cloud`

const startedAt = Date.now();
const say = (text: string) => console.log(`${String(Math.round((Date.now() - startedAt) / 1000)).padStart(4)} s  ${text}`);

const commands = installMinistack();
removeTemporaryFilesAtExit();
let onRequest: RequestListener = (_request, response) => response.writeHead(503).end('Starting.');
const front = await listenOn(Number(process.env.PORT ?? 4500));
const siteUrl = `http://localhost:${front.port}`;
const folder = mkdtempSync(join(tmpdir(), 'second-cloud-'));
const dir = join(folder, 'cloud');
mkdirSync(dir);

const stripe = await openStripeAccount({
  dir: join(dir, 'stripe'),
  webhookUrl: `${front.endpoint}/api/stripeWebhook`,
  priceIds: stages.local.priceIds,
  salesTax: stages.local.salesTax,
  environment: {},
});
const ministack = await startMinistack(commands, {
  folder,
  log: join(installationFolder, `second-cloud-${front.port}.log`),
  env: { STRIPE_API_URL: stripe.endpoint ?? '', AWS_ENDPOINT_URL_SESV2: front.endpoint + servePaths.mail },
});
say(`${ministackName} answers at ${ministack.endpoint}.`);
const adaptation = {
  gatewayPort: ministack.port,
  siteUrl,
  environment: {
    PRICE_IDS: JSON.stringify(stages.local.priceIds),
    SALES_TAX: stages.local.salesTax,
    LICENSE_ISSUER: siteNameOf('local'),
  },
};
const stacks = join(folder, 'stacks');
await Promise.all([synthesizeStacks(stacks, { ministack, commands, adaptation }), bootstrap(ministack)]);
say('Synthesized');
await deploy(ministack, stacks);
say('Deployed');
const { ...before } = process.env;
Object.assign(process.env, ministack.env);
await openSecondCloud({ dir, siteUrl, ministack, stripe }, (listener) => {
  onRequest = listener;
});
say('Open');
const report = join(installationFolder, `second-cloud-${front.port}.json`);
const child = spawn('node_modules/.bin/vitest', ['run', '--project=cloud', '--tags-filter=!extended', '--silent=passed-only', '--maxWorkers=1', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, ...process.argv.slice(2)], {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...before, SECOND_CLOUD: JSON.stringify({ siteUrl, dir }) },
});
endWithThisProcess(child);
await once(child, 'close');
say('Tested');
const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
for (const file of testResults) {
  const t = file.assertionResults;
  console.log(file.name.replace(/.*\//, ''), t.filter((x: any) => x.status === 'passed').length, '/', t.filter((x: any) => x.status !== 'skipped').length, file.message?.slice(0, 300));
}
if (process.env.KEEP) await new Promise(() => {});
process.exit();

async function listenOn(port: number): Promise<Listening> {
  return listen((request, response) => onRequest(request, response), port).catch(() =>
    fail(`Port ${port} is in use, perhaps by another run of this command. Choose another one: PORT=${port + 1} npm run conformance:cloud`),
  );
}
