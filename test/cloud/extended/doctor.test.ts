import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { type LocalEndpoints, localClient, localS3 } from '../../../scripts/commands/stage/connect.ts';
import { runTeamCommand } from '../../team-command.ts';
import { cloud } from '../site.ts';

const endpoints: LocalEndpoints = JSON.parse(await readFile(join(cloud.dir, 'endpoints.json'), 'utf8'));
const secrets = new SecretsManagerClient(localClient(endpoints.secretsEndpoint));
const { hostname, port } = new URL(endpoints.stripeEndpoint ?? '');
const stripe = new Stripe('sk_test_local', { host: hostname, port: Number(port), protocol: 'http' });

const runDoctor = (...flags: string[]) => runTeamCommand(cloud.dir, 'scripts/commands/doctor.ts', ...flags);
const storeKey = (value: string) =>
  secrets.send(new PutSecretValueCommand({ SecretId: endpoints.stripeSecretKeyArn, SecretString: value }));
const putSettings = (settings: object) =>
  localS3(endpoints.s3Endpoint).send(
    new PutObjectCommand({ Bucket: 'storagesite', Key: 'config.json', Body: JSON.stringify(settings) }),
  );

test.each([[[]], [['--stage', 'local']]])('finds no problem in the local cloud: %j', async (flags) => {
  const { code, output } = await runDoctor(...flags);
  expect(output).toContain('The stage "local" is ready. Try it with test accounts: npm run smoke');
  expect(output).not.toMatch(/PROBLEM|WARNING/);
  expect(output).not.toMatch(/sk_test|whsec/);
  for (const name of [
    'Credentials',
    'Sandbox of SES',
    'Sender',
    'Pages',
    'Legal pages',
    'API',
    'Stripe: key',
    'Stripe: prices',
    'Stripe: seller',
  ])
    expect(output).toMatch(new RegExp(`^ok +${name} `, 'm'));
  expect(code).toBe(0);
});

test('reports each problem with advice, until it is fixed', async () => {
  await putSettings({ ...endpoints.webSettings, userPoolId: 'another' });
  await storeKey('nothing yet');
  const withTwoProblems = await runDoctor();
  expect(withTwoProblems.code).toBe(1);
  expect(withTwoProblems.output).toMatch(
    /^PROBLEM +Pages +.*differs from the stack\n +Start it again: npm start/m,
  );
  expect(withTwoProblems.output).toMatch(/^PROBLEM +Stripe: key +is not set.*\n +npm run setup:stripe$/m);
  expect(withTwoProblems.output).toMatch(/^- +Stripe: prices +skipped until/m);
  expect(withTwoProblems.output).toContain('2 problems on the stage "local"');

  await putSettings(endpoints.webSettings);
  await storeKey('sk_test_local');
  const { product } = await stripe.prices.retrieve('price_local_lifetime');
  const other = await stripe.prices.create({ product: String(product), unit_amount: 4900, currency: 'usd' });
  // Stripe does not archive the default price of a product.
  await stripe.products.update(String(product), { default_price: other.id });
  await stripe.prices.update('price_local_lifetime', { active: false });
  const withOneProblem = await runDoctor();
  expect(withOneProblem.code).toBe(1);
  expect(withOneProblem.output).toMatch(
    /^PROBLEM +Stripe: prices +lifetime \(price_local_lifetime\) is archived/m,
  );
  expect(withOneProblem.output).toContain('One problem on the stage "local"');

  await stripe.prices.update('price_local_lifetime', { active: true });
  expect((await runDoctor()).code).toBe(0);
});

test.each([
  [['--stage', 'moon'], 'There is no stage "moon"'],
  [['--quick'], 'Usage: npm run doctor'],
])('rejects %j with advice', async (flags, message) => {
  const { code, output } = await runDoctor(...flags);
  expect(code).toBe(1);
  expect(output).toContain(message);
});
