import type Stripe from 'stripe';
import { catalog, type OfferId, type PriceIds } from '../../../contract/rules/catalog.ts';
import type { SalesTax } from '../../../contract/rules/sales-tax.ts';
import type { StageName } from '../../../lib/stages.ts';
import { checkSalesTax } from '../doctor/check-payments.ts';
import { checkRights } from './check-rights.ts';
import type { KeptSecret } from './kept-secret.ts';
import { readAssortment, sellOffer } from './sell-offer.ts';
import { setUpWebhook } from './set-up-webhook.ts';
import type { Step } from './step.ts';

export interface StripeSetup {
  stage: StageName;
  stripe: Stripe;
  secretKey: { value: string; secret: KeptSecret };
  /** Undefined if Stripe's events come without an endpoint of the account. */
  webhook: Parameters<typeof setUpWebhook>[1] | undefined;
  /** The offers of the stage in the catalog. */
  priceIds: PriceIds;
  salesTax: SalesTax;
  /** The prices of the deployed site. */
  deployedPriceIds: PriceIds;
}

/** A price with different ids in the catalog and at Stripe. */
export interface Misnamed {
  offerId: OfferId;
  priceId: string;
  /** The id in the catalog, if the account has sold for it. */
  formerPriceId?: string;
}

/**
 * Updates the account to match the catalog, and the site's secrets to match the account. Repeating
 * it changes nothing.
 */
export async function setUpStripe({
  stage,
  stripe,
  secretKey,
  webhook,
  priceIds,
  salesTax,
  deployedPriceIds,
}: StripeSetup): Promise<{ steps: Step[]; misnamed: Misnamed[] }> {
  const steps: Step[] = [];
  const misnamed: Misnamed[] = [];
  await checkRights(stripe, salesTax);
  await checkTaxAddress(stripe, salesTax);
  const assortment = await readAssortment(stripe, stage);
  for (const [offerId, expected] of Object.entries(priceIds) as [OfferId, string][]) {
    const sold = await sellOffer(stripe, {
      offerId,
      offer: catalog[offerId],
      assortment,
      salesTax,
      deployedPriceIds: Object.values(deployedPriceIds),
    });
    steps.push(...sold.steps);
    if (sold.priceId === expected) continue;
    const wasSold = assortment.prices.some(({ id }) => id === expected);
    misnamed.push({ offerId, priceId: sold.priceId, ...(wasSold ? { formerPriceId: expected } : {}) });
  }
  steps.push(...(webhook ? await setUpWebhook(stripe, webhook) : [builtInWebhook]));
  steps.push(await storeSecretKey(secretKey.secret, secretKey.value));
  return { steps, misnamed };
}

/** @throws Error when Stripe would refuse every paid checkout, because it does not know where the seller is */
async function checkTaxAddress(stripe: Stripe, salesTax: SalesTax): Promise<void> {
  const finding = await checkSalesTax(stripe, salesTax);
  if (finding.outcome === 'problem') throw new Error(`${finding.says}. ${finding.advice}`);
}

async function storeSecretKey(secret: KeptSecret, key: string): Promise<Step> {
  const isThere = (await secret.read()) === key;
  if (!isThere) await secret.write(key);
  return { thing: 'Secret key', id: '', outcome: isThere ? 'existed' : 'updated' };
}

const builtInWebhook: Step = {
  thing: 'Webhook endpoint',
  id: '',
  outcome: 'existed',
  reason: 'the local cloud has one built in',
};
