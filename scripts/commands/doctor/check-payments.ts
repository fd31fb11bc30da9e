import Stripe from 'stripe';
import { stripeEventTypes } from '../../../contract/events/stripe-events.ts';
import { catalog, type Offer, type OfferId, type PriceIds } from '../../../contract/rules/catalog.ts';
import { type SalesTax, taxBehaviors } from '../../../contract/rules/sales-tax.ts';
import { liveStage } from '../setup-stripe/check-key.ts';
import { describeStripeError } from '../setup-stripe/describe-stripe-error.ts';
import type { KeptSecret } from '../setup-stripe/kept-secret.ts';
import { hasAmounts } from '../setup-stripe/sell-offer.ts';
import { signingSecrets } from '../setup-stripe/set-up-webhook.ts';
import { type Finding, ok, problem, skipped, warning } from './finding.ts';

const setUp = (stage: string) =>
  stage === 'local'
    ? 'npm run setup:stripe'
    : `STRIPE_SECRET_KEY=... npm run setup:stripe -- --stage ${stage}`;

type ReadableSecret = Pick<KeptSecret, 'read'>;

/** Checks the kind of the key, and reports nothing else about it. */
export async function checkSecretKey(secret: ReadableSecret, stage: string): Promise<Finding> {
  const mode = /^(?:sk|rk)_(live|test)_\S+$/.exec(await secret.read())?.[1];
  if (!mode) return problem('is not set, so checkouts answer "unavailable"', setUp(stage));
  if (mode === 'live' && stage !== liveStage) {
    return problem(`is a live key: people would pay on ${stage}`, `With a test key: ${setUp(stage)}`);
  }
  if (mode === 'test' && stage === liveStage) {
    return warning(
      'is a test key: anyone gets a license with a test card',
      `With the live key: ${setUp(stage)}`,
    );
  }
  return ok(`a ${mode} key`);
}

export async function checkSigningSecret(secret: ReadableSecret, stage: string): Promise<Finding> {
  const count = signingSecrets(await secret.read()).length;
  if (count === 0) return problem('is not set, so no payment gives a license', setUp(stage));
  if (count === 1) return ok('is set');
  return warning(
    `has ${count} values: the previous one is accepted too`,
    `Drop it once all events signed with it have arrived: ${setUp(stage)}`,
  );
}

/**
 * @param url where Stripe should send its events; undefined if they come without an endpoint of the
 *   account
 */
export async function checkWebhook(stripe: Stripe, url: string | undefined, stage: string): Promise<Finding> {
  if (!url) return skipped('the local cloud has one built in');
  return asked(async () => {
    const all = await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
    const here = all.filter((endpoint) => endpoint.url === url);
    const enabled = here.find(({ status }) => status === 'enabled');
    if (here.length === 0) return problem(`Stripe has no endpoint for ${url}`, setUp(stage));
    if (!enabled) return problem(`the endpoint for ${url} is disabled`, setUp(stage));
    const listensTo = (event: string) =>
      enabled.enabled_events.includes(event) || enabled.enabled_events.includes('*');
    const missing = stripeEventTypes.filter((event) => !listensTo(event));
    if (missing.length > 0) return problem(`lacks the events ${missing.join(', ')}`, setUp(stage));
    if (enabled.api_version !== Stripe.API_VERSION) {
      return warning(
        `uses API version ${enabled.api_version}, but the site uses ${Stripe.API_VERSION}`,
        `${setUp(stage)} --roll`,
      );
    }
    return ok(`leads to ${url}`);
  });
}

/** Checks that Stripe charges the prices that the pages show. */
export async function checkPrices(
  stripe: Stripe,
  priceIds: PriceIds,
  salesTax: SalesTax,
  stage: string,
): Promise<Finding> {
  return asked(async () => {
    const wrong: string[] = [];
    for (const [offerId, priceId] of Object.entries(priceIds) as [OfferId, string][]) {
      const mistake = await findMistake(stripe, priceId, catalog[offerId], salesTax);
      if (mistake) wrong.push(`${offerId} (${priceId}) ${mistake}`);
    }
    if (wrong.length > 0) return problem(wrong.join('; '), setUp(stage));
    return ok(`${Object.keys(priceIds).length}, as in the catalog`);
  });
}

/**
 * Checks whether the account uses Managed Payments by default. No endpoint reports that, so this
 * opens a checkout and expires it at once. Our own checkouts turn it off.
 */
export async function checkManagedPayments(
  stripe: Stripe,
  priceIds: PriceIds,
  siteUrl: string,
): Promise<Finding> {
  const [price] = Object.values(priceIds);
  if (!price) return skipped('there is no price');
  return asked(async () => {
    const on = warning(
      'is Stripe by default (Managed Payments). Checkouts of this site turn that off',
      'If nothing else is sold from this account, turn it off: https://dashboard.stripe.com/settings/managed-payments',
    );
    try {
      const session = await stripe.checkout.sessions.create({
        mode: 'payment',
        line_items: [{ price, quantity: 1 }],
        metadata: { purpose: 'doctor' },
        success_url: siteUrl,
      });
      await stripe.checkout.sessions.expire(session.id);
      return session.managed_payments?.enabled ? on : ok('is the account itself');
    } catch (error) {
      const isRefused = error instanceof Stripe.errors.StripeInvalidRequestError;
      if (isRefused && /tax.?code|managed payments/i.test(error.message)) return on;
      throw error;
    }
  });
}

async function findMistake(
  stripe: Stripe,
  priceId: string,
  offer: Offer,
  salesTax: SalesTax,
): Promise<string | undefined> {
  const price = await stripe.prices
    .retrieve(priceId, { expand: ['currency_options'] })
    .catch((error: Error) => {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404)
        return undefined;
      throw error;
    });
  if (!price) return 'does not exist';
  if (!price.active) return 'is archived';
  if (price.type !== 'one_time') return `is ${price.type}`;
  const { amountInCents, currency } = offer;
  if (price.unit_amount !== amountInCents || price.currency !== currency) {
    return `costs ${price.unit_amount} ${price.currency}, but the pages say ${amountInCents} ${currency}`;
  }
  if (!hasAmounts(price, offer))
    return 'does not have the amounts of the catalog in other currencies; run setup:stripe';
  const behaviors = [price, ...Object.values(price.currency_options ?? {})].map((each) => each.tax_behavior);
  const wrong = behaviors.filter((behavior) => behavior !== taxBehaviors[salesTax]);
  if (salesTax !== 'none' && wrong.length > 0)
    return `has the tax behavior ${wrong[0]}, but salesTax in settings.ts is "${salesTax}"`;
  return undefined;
}

/**
 * Checks that Stripe can compute taxes: without the address of the seller it refuses every paid checkout,
 * and without a registration it adds no tax.
 */
export async function checkSalesTax(stripe: Stripe, salesTax: SalesTax): Promise<Finding> {
  if (salesTax === 'none') return skipped('this stage collects none (salesTax in settings.ts)');
  return asked(async () => {
    const { head_office: headOffice } = await stripe.tax.settings.retrieve();
    if (!headOffice?.address?.country)
      return problem(
        'Stripe does not know the address of the seller, so it refuses every paid checkout',
        'Enter it: https://dashboard.stripe.com/settings/tax',
      );
    const { data } = await stripe.tax.registrations.list({ status: 'active', limit: 100 });
    if (data.length === 0)
      return warning(
        'there is no tax registration, so nobody pays tax',
        'Add one for each country or state where you are registered: https://dashboard.stripe.com/tax/registrations',
      );
    return ok(`registered in ${[...new Set(data.map(({ country }) => country))].join(', ')}`);
  });
}

/** Hides the key, which Stripe's messages may contain. */
async function asked(look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    return problem(
      describeStripeError(error).replace('STRIPE_SECRET_KEY', "the stack's secret"),
      'Check the key, and run the doctor again.',
    );
  }
}
