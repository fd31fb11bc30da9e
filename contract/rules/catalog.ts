import { priceIds } from '../../settings.ts';

/** Something that can be bought. */
export interface Offer {
  name: string;
  /** One sentence, shown on the payment page. */
  description: string;
  /** In the currency's smallest unit; 0 is free. Our pages show it, Stripe charges what the price in `priceIds` costs: both change in one commit. */
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
  /** The Stripe price per stage. A stage without one does not sell the offer; settings.ts has those of stages on AWS. */
  priceIds: Readonly<Record<string, string>>;
  /** What it was sold by before, on whichever stage: purchases keep the name of what was bought. */
  formerPriceIds?: readonly string[];
}

/** The one license that every offer gives. */
const license = {
  description: 'Lifetime license with all future updates',
  benefits: ['Lifetime license', 'All future updates', 'Unlimited offline storage', 'Full access'],
} as const;

/** All there is to buy. The server knows no other price. */
export const catalog = {
  earlyAccess: {
    ...license,
    name: 'Early Access',
    amountInCents: 0,
    currency: 'usd',
    payment: 'No subscriptions, no renewals.',
    availability: 'Early access: September 2025',
    lookupKey: 'early_access',
    priceIds: { local: 'price_local_early_access', ...priceIds.earlyAccess },
  },
  /** What the license will cost after the early access. Until then it is sold on the local cloud only, where paying is tried out. */
  lifetime: {
    ...license,
    name: 'Lifetime',
    amountInCents: 4900,
    currency: 'usd',
    payment: 'Paid once. No subscriptions, no renewals.',
    lookupKey: 'lifetime',
    priceIds: { local: 'price_local_lifetime', ...priceIds.lifetime },
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

/** @returns undefined for a price that is not in the catalog */
export function offerOf(
  priceId: string,
  offers: readonly Offer[] = Object.values(catalog),
): Offer | undefined {
  return offers.find(({ priceIds, formerPriceIds = [] }) =>
    [...Object.values(priceIds), ...formerPriceIds].includes(priceId),
  );
}
