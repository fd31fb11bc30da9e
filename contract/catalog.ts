/** Something that can be bought. */
export interface Offer {
  name: string;
  /** One sentence, shown on the payment page. */
  description: string;
  /** In the currency's smallest unit; 0 is free. The payment page shows what Stripe has, which `npm run setup:stripe` brings in step with this. */
  amountInCents: number;
  /** ISO 4217, lower case, as Stripe writes it. */
  currency: string;
  /** What it gives: the license, in the words of the pricing page. Every offer gives the same one, for life. */
  benefits: readonly string[];
  /** How it is paid, on the pricing page. */
  payment: string;
  /** From when on, where that is to be said. */
  availability?: string;
  /** By what Stripe, and our own scripts, find the price again. */
  lookupKey: string;
  /** The Stripe price per stage. Where an offer has none it is not sold. */
  priceIds: Readonly<Record<string, string>>;
}

/** All there is to buy. The server knows no other price. */
export const catalog = {
  earlyAccess: {
    name: 'Early Access',
    description: 'Lifetime license with all future updates',
    amountInCents: 0,
    currency: 'usd',
    benefits: ['Lifetime license', 'All future updates', 'Unlimited offline storage', 'Full access'],
    payment: 'No subscriptions, no renewals.',
    availability: 'Early access: September 2025',
    lookupKey: 'early_access',
    priceIds: {
      local: 'price_local_early_access',
      dev: 'price_dev_early_access',
      prod: 'price_prod_early_access',
    },
  },
  /** What the license will cost after the early access. Until then it is sold on the local cloud only, where paying is tried out. */
  lifetime: {
    name: 'Lifetime',
    description: 'Lifetime license with all future updates',
    amountInCents: 4900,
    currency: 'usd',
    benefits: ['Lifetime license', 'All future updates', 'Unlimited offline storage', 'Full access'],
    payment: 'Paid once. No subscriptions, no renewals.',
    lookupKey: 'lifetime',
    priceIds: { local: 'price_local_lifetime' },
  },
} as const satisfies Record<string, Offer>;

/** Which terms of the license stand on the pricing page. Each order keeps the version its buyer saw; content/license-terms.ts holds them all. */
export const termsVersion = '2025-06-13';

export type OfferId = keyof typeof catalog;

/** What the pricing page offers. */
export const currentOffer: OfferId = 'earlyAccess';

/** The Stripe price of each offer that a stage sells. */
export type PriceIds = Partial<Record<OfferId, string>>;

export function priceIdsOf(stage: string): PriceIds {
  const offers = Object.entries(catalog) as [OfferId, Offer][];
  return Object.fromEntries(
    offers.flatMap(([id, { priceIds }]) => (priceIds[stage] ? [[id, priceIds[stage]]] : [])),
  );
}

/** @returns undefined for a price that is not in the catalog any more */
export function offerOf(priceId: string): Offer | undefined {
  const offers: Offer[] = Object.values(catalog);
  return offers.find(({ priceIds }) => Object.values(priceIds).includes(priceId));
}
