import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { catalog } from '../../../contract/rules/catalog.ts';
import type { LocalEndpoints } from '../../../scripts/commands/stage/connect.ts';
import { runTeamCommand } from '../../team-command.ts';
import { cloud } from '../site.ts';

const setUp = (...flags: string[]) => runTeamCommand(cloud.dir, 'scripts/commands/setup-stripe.ts', ...flags);

test('updates the Stripe fake to match the catalog, and changes nothing the second time', async () => {
  const first = await setUp();
  expect(first).toMatchObject({ code: 0 });
  expect(first.output).toMatch(/Price of earlyAccess +price_local_early_access +updated/);
  expect(first.output).toMatch(/Price of lifetime +price_local_lifetime +updated/);
  expect(first.output).toContain('the local cloud has one built in');
  expect(first.output).not.toContain('sk_test');

  const second = await setUp();
  expect(second).toMatchObject({ code: 0 });
  expect(second.output).toContain('Nothing to change.');
});

test.each([
  [['--roll'], 'The webhook of the local cloud is built in'],
  [['--stage', 'moon'], 'There is no stage "moon"'],
  [['--stage', 'local'], 'omit --stage'],
  [['--stage', 'dev'], 'STRIPE_SECRET_KEY'],
  [['--key', 'sk_test_1'], 'Usage: npm run setup:stripe'],
])('rejects %j with advice', async (flags, message) => {
  const { code, output } = await setUp(...flags);
  expect(code).toBe(1);
  expect(output).toContain(message);
});

test('prints the line for the catalog when a price has another id', async () => {
  const endpoints: LocalEndpoints = JSON.parse(await readFile(join(cloud.dir, 'endpoints.json'), 'utf8'));
  const { hostname, port } = new URL(endpoints.stripeEndpoint ?? '');
  const stripe = new Stripe('sk_test_local', { host: hostname, port: Number(port), protocol: 'http' });
  const { product } = await stripe.prices.retrieve('price_local_lifetime');
  const { id } = await stripe.prices.create({
    product: String(product),
    unit_amount: 4900,
    currency: 'usd',
    currency_options: Object.fromEntries(
      Object.entries(catalog.lifetime.otherAmounts).map(([currency, unit_amount]) => [
        currency,
        { unit_amount },
      ]),
    ),
    lookup_key: 'lifetime',
    transfer_lookup_key: true,
  });

  const { code, output } = await setUp();
  expect(code).toBe(1);
  expect(output).toContain(`contract/rules/catalog.ts, lifetime.priceIds:   local: '${id}',`);
  expect(output).toMatch(/lifetime\.formerPriceIds.* 'price_local_lifetime',/);
  expect(output).toContain('the site sells it until the next deployment');
});
