import Stripe from 'stripe';
import { catalog, type OfferId, type PriceIds } from '../contract/rules/catalog.ts';
import type { SalesTax } from '../contract/rules/sales-tax.ts';
import { describeStripeError } from '../scripts/commands/setup-stripe/describe-stripe-error.ts';
import { readAssortment, sellOffer } from '../scripts/commands/setup-stripe/sell-offer.ts';

interface Assortment {
  offerIds: OfferId[];
  salesTax: SalesTax;
}

/**
 * Finds or creates the product and the price of each offer in a Stripe test account.
 * @param config another host than Stripe's own, for tests
 * @returns the price ids, which are not stored: each start looks them up
 * @throws Error with a message for the developer
 */
export async function ensureTestPrices(
  secretKey: string,
  { offerIds, salesTax }: Assortment,
  config?: Stripe.StripeConfig,
): Promise<PriceIds> {
  try {
    return await sell(new Stripe(secretKey, config), { offerIds, salesTax });
  } catch (error) {
    throw new Error(
      error instanceof Stripe.errors.StripeAuthenticationError
        ? `Stripe rejects the test account's key: ${error.message}`
        : describeStripeError(error as Error),
      { cause: error },
    );
  }
}

async function sell(stripe: Stripe, { offerIds, salesTax }: Assortment): Promise<PriceIds> {
  const assortment = await readAssortment(stripe, 'local');
  const priceIds: PriceIds = {};
  for (const offerId of offerIds) {
    const sale = {
      offerId,
      offer: catalog[offerId],
      assortment,
      salesTax,
      deployedPriceIds: [],
    };
    priceIds[offerId] = (await sellOffer(stripe, sale)).priceId;
  }
  return priceIds;
}
