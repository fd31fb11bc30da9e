import Stripe from 'stripe';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { stripeEventTypes } from '../../../contract/events/stripe-events.ts';
import { catalog, type PriceIds } from '../../../contract/rules/catalog.ts';
import type { SalesTax } from '../../../contract/rules/sales-tax.ts';
import { partsOfSession } from '../../../lambdas/domain/orders/read-checkout.ts';
import type { StageName } from '../../../lib/stages.ts';
import { type OpenStripe, openStripe } from '../../../local/fakes/stripe/open-stripe.ts';
import { stockCatalog } from '../../../local/fakes/stripe/stock-catalog.ts';
import type { KeptSecret } from './kept-secret.ts';
import { setUpStripe } from './set-up-stripe.ts';

const url = 'https://site.test/api/stripeWebhook';
const placeholder = 'Made up by the deployment';
const priceIds: PriceIds = { earlyAccess: 'price_of_the_catalog', lifetime: 'price_of_the_catalog_2' };

let service: OpenStripe;
let stripe: Stripe;
/** The writes to Stripe and Secrets Manager. */
let writes: string[];
/** The path that the key may not access. */
let forbiddenPath: string | undefined;
/** The number of requests before the process is killed, and whether the last one takes effect. */
let kill: { after: number; isCarriedOut: boolean } | undefined;
let requests: number;
let stored: { key: string; webhook: string };

beforeEach(async () => {
  writes = [];
  kill = undefined;
  forbiddenPath = undefined;
  requests = 0;
  stored = { key: placeholder, webhook: placeholder };
  service = await openStripe({
    products: [],
    listener: { secret: 'whsec_none', onEvent: () => {} },
    listenerEvents: [],
  });
  stripe = new Stripe('sk_test_1', {
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient((async (address, init) => {
      const { pathname } = new URL(String(address));
      if (pathname === forbiddenPath) return Response.json({ error: { message: 'No.' } }, { status: 403 });
      return request(`${init?.method} ${pathname}`, init?.method !== 'GET', () =>
        service.fetch(address as string, init),
      );
    }) as typeof fetch),
  });
});

/**
 * Every request of the command passes through here, so that a test can kill the command at any
 * request.
 */
async function request<Answer>(
  name: string,
  isWrite: boolean,
  carryOut: () => Promise<Answer>,
): Promise<Answer> {
  requests += 1;
  if (kill && requests > kill.after) throw new Error('killed');
  if (kill && requests === kill.after && !kill.isCarriedOut) throw new Error('killed');
  if (isWrite) writes.push(name);
  const answer = await carryOut();
  if (kill && requests === kill.after) throw new Error('killed');
  return answer;
}

function secret(name: 'key' | 'webhook'): KeptSecret {
  return {
    read: () => request(`read ${name}`, false, async () => stored[name]),
    write: (value) =>
      request(`write ${name}`, true, async () => {
        stored[name] = value;
      }),
  };
}

async function setUp({
  isRolling = false,
  deployedPriceIds = priceIds,
  salesTax = 'none' as SalesTax,
  stage = 'dev' as StageName,
} = {}) {
  writes = [];
  requests = 0;
  const signing = secretsOfEndpoints().filter(isAccepted);
  try {
    return await carryOut({ isRolling, deployedPriceIds, salesTax, stage });
  } finally {
    // Events of a removed endpoint may still arrive after the run.
    expect(signing.filter((each) => !isAccepted(each))).toEqual([]);
  }
}

/** Whether the site accepts an event that is signed with this secret, by the stored secrets. */
function isAccepted(signedWith: string): boolean {
  return stored.webhook.split(' ').includes(signedWith);
}

function carryOut({ isRolling, deployedPriceIds, salesTax, stage }: SetUpOptions) {
  return setUpStripe({
    stage,
    stripe,
    secretKey: { value: 'sk_test_1', secret: secret('key') },
    webhook: { url, secret: secret('webhook'), isRolling },
    priceIds,
    salesTax,
    deployedPriceIds,
  });
}

interface SetUpOptions {
  isRolling: boolean;
  deployedPriceIds: PriceIds;
  salesTax: SalesTax;
  stage: StageName;
}

const endpoints = () => [...service.store.endpoints.values()];
const secretsOfEndpoints = () => endpoints().map((endpoint) => endpoint.secret);
const products = () => [...service.store.products.values()];
const prices = () => [...service.store.prices.values()];
const activePrices = () => prices().filter(({ active }) => active);

/** The objects, without values that Stripe generates. */
const outcome = () => ({
  products: products().map(({ name, description, tax_code, active, metadata }) => ({
    name,
    description,
    tax_code,
    active,
    metadata,
  })),
  prices: activePrices().map(({ unit_amount, currency, lookup_key, metadata }) => ({
    unit_amount,
    currency,
    lookup_key,
    metadata,
  })),
  endpoints: endpoints().map(({ endpoint }) => ({
    url: endpoint.url,
    events: endpoint.enabled_events.toSorted(),
  })),
  isSigned: stored.webhook === secretsOfEndpoints()[0],
  key: stored.key,
});

const complete = {
  products: [
    {
      name: 'Lorewright Early Access',
      description: catalog.earlyAccess.description,
      tax_code: 'txcd_10202000',
      active: true,
      metadata: { offer: 'earlyAccess', stage: 'dev' },
    },
    {
      name: 'Lorewright Lifetime',
      description: catalog.lifetime.description,
      tax_code: 'txcd_10202000',
      active: true,
      metadata: { offer: 'lifetime', stage: 'dev' },
    },
  ],
  prices: [
    {
      unit_amount: 0,
      currency: 'usd',
      lookup_key: 'early_access',
      metadata: { offer: 'earlyAccess', stage: 'dev' },
    },
    {
      unit_amount: 4900,
      currency: 'usd',
      lookup_key: 'lifetime',
      metadata: { offer: 'lifetime', stage: 'dev' },
    },
  ],
  endpoints: [{ url, events: [...stripeEventTypes].sort() }],
  isSigned: true,
  key: 'sk_test_1',
};

describe('an offer with prices in other currencies', () => {
  const lifetimePrice = () => {
    const price = activePrices().find(({ lookup_key }) => lookup_key === 'lifetime');
    if (!price) throw new Error('The price is missing.');
    return price;
  };
  const amounts = () =>
    Object.fromEntries(
      Object.entries(lifetimePrice().currency_options ?? {}).map(([currency, { unit_amount }]) => [
        currency,
        unit_amount,
      ]),
    );

  test('has all of them in one price', async () => {
    await setUp();
    expect(amounts()).toEqual(catalog.lifetime.otherAmounts);
  });

  test.each<[string, Record<string, number>]>([
    ['another amount', { ...catalog.lifetime.otherAmounts, eur: 3900 }],
    ['a missing currency', { eur: 4900, gbp: 4300 }],
  ])('gets another price for %s, and the former one is archived', async (_, stored) => {
    await setUp();
    const former = lifetimePrice();
    former.currency_options = Object.fromEntries(
      Object.entries(former.currency_options ?? {}).flatMap(([currency, option]) => {
        const unit_amount = stored[currency];
        return unit_amount === undefined ? [] : [[currency, { ...option, unit_amount }]];
      }),
    );
    await setUp();
    expect(amounts()).toEqual(catalog.lifetime.otherAmounts);
    expect(lifetimePrice().id).not.toBe(former.id);
    expect(former.active).toBe(false);
  });
});

describe('an empty account', () => {
  test('creates products, prices and the endpoint, and stores the secrets', async () => {
    const { steps, misnamed } = await setUp();
    expect(outcome()).toEqual(complete);
    expect(endpoints()[0]?.endpoint.api_version).toBe(Stripe.API_VERSION);
    expect(new Set(steps.map(({ outcome: each }) => each))).toEqual(new Set(['created', 'updated']));
    expect(misnamed.map(({ offerId }) => offerId)).toEqual(['earlyAccess', 'lifetime']);
    expect(misnamed.map(({ priceId }) => priceId)).toEqual(prices().map(({ id }) => id));
    expect(JSON.stringify(steps)).not.toMatch(/whsec_|sk_test_/);
  });

  test('changes nothing the second time', async () => {
    await setUp();
    const { steps } = await setUp();
    expect(writes).toEqual([]);
    expect(new Set(steps.map(({ outcome: each }) => each))).toEqual(new Set(['existed']));
  });
});

describe('a run that is killed at any request', { tags: 'extended' }, () => {
  test.each([
    ['an empty account', async () => {}, false],
    ['an account with products made by hand', prepareTestAccount, false],
    ['another amount', prepareOtherAmount, false],
    ['another signing secret', () => setUp(), true],
  ])('reaches the same result on the next run, starting from %s', async (_, prepare, isRolling) => {
    for (const isCarriedOut of [false, true]) {
      let after = 0;
      do {
        after += 1;
        startOver();
        await prepare();
        kill = { after, isCarriedOut };
        await setUp({ isRolling }).catch((error: Error) => {
          if (error.name === 'AssertionError') throw error;
          expect(requests).toBe(after);
        });
        const wasKilled: boolean = requests === after;
        kill = undefined;
        if (!wasKilled) break;
        const isToBeDropped = (await setUp()).steps.some(({ thing }) => thing === 'Former endpoint');
        if (isToBeDropped) await setUp();
        expect(outcome(), `killed at request ${after}`).toEqual(complete);
        await setUp();
        expect(writes).toEqual([]);
      } while (after < 100);
      expect(after).toBeGreaterThan(8);
    }
  });
});

function startOver(): void {
  for (const things of [service.store.products, service.store.prices, service.store.endpoints])
    things.clear();
  stored = { key: placeholder, webhook: placeholder };
}

/** An account with products made by hand, under our lookup keys. */
async function prepareTestAccount(): Promise<void> {
  for (const [offerId, { amountInCents, lookupKey }] of Object.entries(catalog)) {
    const { id: product } = await stripe.products.create({ name: offerId });
    await stripe.prices.create({
      product,
      unit_amount: amountInCents,
      currency: 'usd',
      lookup_key: lookupKey,
    });
  }
}

async function prepareOtherAmount(): Promise<void> {
  await setUp();
  const former = prices().find(({ lookup_key }) => lookup_key === 'lifetime');
  if (former) former.unit_amount = 3900;
  if (former) former.metadata = {};
}

describe('a stage that collects sales tax', () => {
  const taxBehaviorOf = (lookupKey: string) =>
    prices().find(({ lookup_key }) => lookup_key === lookupKey)?.tax_behavior;

  test.each([
    ['included', 'inclusive'],
    ['excluded', 'exclusive'],
  ] as const)('creates prices with taxes that are %s', async (salesTax, taxBehavior) => {
    await setUp({ salesTax });
    expect(['early_access', 'lifetime'].map(taxBehaviorOf)).toEqual([taxBehavior, taxBehavior]);
    await setUp({ salesTax });
    expect(writes).toEqual([]);
  });

  test('keeps a price that does not say yet whether it includes taxes', async () => {
    await setUp();
    const [before] = prices();
    const { steps } = await setUp({ salesTax: 'included' });
    expect(prices()).toHaveLength(2);
    expect(taxBehaviorOf('early_access')).toBe('inclusive');
    expect(steps).toContainEqual(expect.objectContaining({ id: before?.id, outcome: 'updated' }));
  });

  test('replaces a price that says the opposite', async () => {
    await setUp({ salesTax: 'excluded' });
    await setUp({ salesTax: 'included' });
    expect(['early_access', 'lifetime'].map(taxBehaviorOf)).toEqual(['inclusive', 'inclusive']);
    expect(activePrices().map(({ tax_behavior }) => tax_behavior)).toEqual(['inclusive', 'inclusive']);
  });

  test('changes nothing while Stripe does not know the address of the seller', async () => {
    service.store.taxSettings.head_office = null;
    await expect(setUp({ salesTax: 'included' })).rejects.toThrow(
      /refuses every paid checkout\. Enter it: https/,
    );
    expect(writes).toEqual([]);
  });

  test('needs a key that may read the tax settings', async () => {
    forbiddenPath = '/v1/tax/settings';
    await expect(setUp({ salesTax: 'included' })).rejects.toThrow('may not read: Tax Settings');
    await setUp();
  });
});

describe('another amount', () => {
  beforeEach(prepareOtherAmount);

  test('creates another price under the same key and archives the previous one', async () => {
    const former = prices().find(({ lookup_key }) => lookup_key === 'lifetime');
    const { steps } = await setUp();
    expect(outcome()).toEqual(complete);
    expect(former).toMatchObject({ active: false, lookup_key: null });
    expect(products()[1]?.default_price).toBe(activePrices()[1]?.id);
    expect(steps).toContainEqual(expect.objectContaining({ id: former?.id, outcome: 'removed' }));
  });

  test('keeps the previous price on sale while the deployed site uses it', async () => {
    const former = prices().find(({ lookup_key }) => lookup_key === 'lifetime');
    const deployedPriceIds = { ...priceIds, lifetime: former?.id ?? '' };
    await setUp({ deployedPriceIds });
    expect(former?.active).toBe(true);
    await setUp({ deployedPriceIds });
    expect(writes).toEqual([]);

    await setUp();
    expect(former?.active).toBe(false);
  });

  test('changes no price of the product that was made by hand', async () => {
    const other = await stripe.prices.create({
      product: products()[1]?.id ?? '',
      unit_amount: 900,
      currency: 'usd',
    });
    await setUp();
    expect(service.store.prices.get(other.id)?.active).toBe(true);
  });
});

describe('a price of another product with our lookup key', () => {
  test.each([true, false])('loses only the key; our price existed before: %s', async (wasThere) => {
    if (wasThere) await setUp();
    else await stripe.products.create({ name: 'Ours', metadata: { offer: 'lifetime' } });
    const { id: product } = await stripe.products.create({ name: 'Theirs' });
    const { id } = await stripe.prices.create({
      product,
      unit_amount: 4900,
      currency: 'usd',
      lookup_key: 'lifetime',
      transfer_lookup_key: true,
    });
    await stripe.products.update(product, { default_price: id });
    await setUp();
    expect(service.store.prices.get(id)).toMatchObject({ active: true, lookup_key: null, metadata: {} });
    expect(service.store.products.get(product)).toMatchObject({ name: 'Theirs', metadata: {} });
    expect(activePrices().filter(({ lookup_key }) => lookup_key === 'lifetime')).toHaveLength(1);
    await setUp();
    expect(writes).toEqual([]);
  });
});

test('finds our product by its id when its metadata was cleared', async () => {
  await setUp();
  for (const thing of [...products(), ...prices()]) thing.metadata = {};
  for (const price of prices()) price.lookup_key = null;
  await setUp();
  expect(products()).toHaveLength(2);
  expect(products().map(({ metadata }) => metadata)).toEqual(complete.products.map((each) => each.metadata));
});

test('rejects an account that sells for another stage, and changes nothing', async () => {
  await setUp();
  await expect(setUp({ stage: 'prod' })).rejects.toThrow(
    /sells for the stage "dev".*its own account or sandbox/,
  );
  expect(writes).toEqual([]);
});

describe('the id to write into the catalog', () => {
  test('omits the former id for a new offer', async () => {
    const { misnamed } = await setUp();
    expect(misnamed[1]).toEqual({ offerId: 'lifetime', priceId: prices()[1]?.id });
  });

  test('includes the former id, because purchases refer to it', async () => {
    const former = { id: 'price_of_the_catalog_2', unitAmount: 3900, currency: 'usd', lookupKey: 'lifetime' };
    const product = { id: 'prod_1', name: 'One', description: '', prices: [former] };
    stockCatalog(service.store, [product], 1_700_000_000);
    const { misnamed } = await setUp();
    expect(misnamed).toContainEqual({
      offerId: 'lifetime',
      priceId: activePrices().find(({ unit_amount }) => unit_amount === 4900)?.id,
      formerPriceId: former.id,
    });
  });
});

describe('a restricted key', () => {
  test.each([
    ['/v1/checkout/sessions', /may not read: Checkout Sessions/],
    ['/v1/credit_notes', /may not read: Credit Notes\..*Refunds, Credit Notes/],
    ['/v1/disputes', /may not read: Disputes\./],
    ['/v1/events', /may not read: Events\..*PaymentIntents/],
  ])('does not store a key without permission for %s', async (path, message) => {
    forbiddenPath = path;
    await expect(setUp()).rejects.toThrow(message);
    expect(writes).toEqual([]);
    expect(stored.key).toBe(placeholder);
  });

  test('makes the same requests as the site to test the key', async () => {
    const asked = vi.spyOn(service, 'fetch');
    await setUp();
    const addresses = asked.mock.calls.map(([address]) => decodeURIComponent(String(address)));
    const sessions = addresses.find((address) => address.includes('/checkout/sessions'));
    for (const part of partsOfSession) expect(sessions).toContain(`=data.${part}`);
  });
});

test('reverts changes made in the Dashboard', async () => {
  await setUp();
  const [product] = products();
  const [price] = prices();
  const [{ endpoint } = { endpoint: undefined }] = endpoints();
  if (!product || !price || !endpoint) throw new Error('There is nothing to change.');
  Object.assign(product, { name: 'Something', active: false });
  price.active = false;
  Object.assign(endpoint, { enabled_events: ['charge.refunded'], status: 'disabled' });
  await setUp();
  expect(outcome()).toEqual(complete);
  expect(endpoint.status).toBe('enabled');
});

describe('the signing secret', () => {
  test('rolls the secret and accepts the previous one until the next run', async () => {
    await setUp();
    const former = stored.webhook;
    await setUp({ isRolling: true });
    const [newest] = secretsOfEndpoints();
    expect(endpoints()).toHaveLength(1);
    expect(newest).not.toBe(former);
    expect(stored.webhook).toBe(`${newest} ${former}`);

    await setUp();
    expect(stored.webhook).toBe(newest);
    await setUp();
    expect(writes).toEqual([]);
  });

  test('keeps a secret that was stored by hand before ours', async () => {
    await setUp();
    stored.webhook = `whsec_rolled_in_the_dashboard ${stored.webhook}`;
    await setUp();
    expect(writes).toEqual([]);
  });

  test('creates another secret for a new stack', async () => {
    await setUp();
    stored.webhook = placeholder;
    await setUp();
    expect(outcome()).toEqual(complete);
  });

  test('creates another secret for another version of the API', async () => {
    await setUp();
    Object.assign(endpoints()[0]?.endpoint ?? {}, { api_version: '2020-08-27' });
    await setUp();
    expect(endpoints().map(({ endpoint }) => endpoint.api_version)).toEqual([Stripe.API_VERSION]);
  });

  describe('of an endpoint made by hand', () => {
    beforeEach(async () => {
      await stripe.webhookEndpoints.create({ url, enabled_events: ['checkout.session.completed'] });
    });

    test('says what to do, because the secret is unknown', async () => {
      await expect(setUp()).rejects.toThrow(/made by hand.*--roll/);
      expect(endpoints()).toHaveLength(1);
      expect(stored.webhook).toBe(placeholder);
    });

    test('replaces the secret with ours on request and keeps the endpoint', async () => {
      const { steps } = await setUp({ isRolling: true });
      expect(endpoints()).toHaveLength(2);
      expect(secretsOfEndpoints()[1]).toBe(stored.webhook);
      const byHand = endpoints()[0]?.endpoint.id;
      const reason = expect.stringContaining('made by hand');
      expect(steps).toContainEqual({ thing: 'Other endpoint', id: byHand, outcome: 'existed', reason });
      await setUp();
      expect(writes).toEqual([]);
      expect(endpoints()).toHaveLength(2);
    });

    test('keeps a stored secret', async () => {
      stored.webhook = 'whsec_by_hand';
      await setUp();
      expect(stored.webhook).toBe('whsec_by_hand');
      expect(endpoints().map(({ endpoint }) => endpoint.enabled_events)).toEqual([[...stripeEventTypes]]);
      await setUp();
      expect(writes).toEqual([]);
    });
  });

  test('ignores an endpoint for another address', async () => {
    await stripe.webhookEndpoints.create({ url: `${url}/other`, enabled_events: ['*'] });
    await setUp();
    expect(endpoints().map(({ endpoint }) => endpoint.url)).toEqual([`${url}/other`, url]);
  });
});
