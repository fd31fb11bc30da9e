import { priceIds } from '../../settings.ts';

/** An offer that people can buy. */
export interface Offer {
  name: string;
  /** One sentence for the payment page. */
  description: string;
  /**
   * In the currency's smallest unit; 0 is free. Our pages show it, and Stripe charges what the
   * price in `priceIds` costs: change both in one commit.
   */
  amountInCents: number;
  /** ISO 4217, lower case, as Stripe writes it. Pages and emails name the price in this currency. */
  currency: string;
  /** The price in other currencies, which buyers can choose, in their smallest unit. */
  otherAmounts?: Readonly<Record<string, number>>;
  /** The first and the last day of sale, in UTC. Sold always if missing. */
  period?: Readonly<{ from?: string; until?: string }>;
  /** The benefits that the pricing page promises. Every offer gives the same license, for life. */
  benefits: readonly string[];
  /** The sentence below the price on the pricing page, such as that there is no subscription. */
  payment: string;
  /** A sentence that says when people can use the toolkit. Every page and email that says so uses it. */
  availability?: string;
  /** Stripe's tax code, which decides the rate in each country. */
  taxCode: string;
  /** The lookup key of the price, for Stripe and our own scripts. */
  lookupKey: string;
  /**
   * The Stripe price per stage. A stage without one does not sell the offer; settings.ts has the
   * prices of stages on AWS.
   */
  priceIds: Readonly<Record<string, string>>;
  /** Earlier prices on any stage, so that purchases keep the name of their offer. */
  formerPriceIds?: readonly string[];
}

/** The one license that every offer gives. */
const license = {
  description: 'Lifetime license with all future updates',
  // Downloadable software for personal use. https://docs.stripe.com/tax/tax-codes
  taxCode: 'txcd_10202000',
  benefits: ['Lifetime license', 'All future updates', 'Unlimited offline storage', 'Full access'],
} as const;

/** All offers, the oldest first. The server accepts no other price. */
export const catalog = {
  earlyAccess: {
    ...license,
    name: 'Early Access',
    amountInCents: 0,
    currency: 'usd',
    payment: 'No subscriptions, no renewals.',
    availability: 'Early access is available in September 2025.',
    lookupKey: 'early_access',
    priceIds: { local: 'price_local_early_access', ...priceIds.earlyAccess },
  },
  /**
   * The offer after the early access. Until then only the local cloud sells it, to try out
   * payments.
   */
  lifetime: {
    ...license,
    name: 'Lifetime',
    amountInCents: 4900,
    currency: 'usd',
    otherAmounts: { eur: 4900, gbp: 4300, jpy: 7800 },
    payment: 'Pay once. No subscriptions, no renewals.',
    lookupKey: 'lifetime',
    priceIds: { local: 'price_local_lifetime', ...priceIds.lifetime },
  },
} as const satisfies Record<string, Offer>;

export type OfferId = keyof typeof catalog;

/** The offer on the pricing page. The offers before it in the catalog are no longer sold. */
export const currentOffer: OfferId = 'earlyAccess';

export function formerOffers(current: OfferId = currentOffer): Offer[] {
  const ids = Object.keys(catalog) as OfferId[];
  return ids.slice(0, ids.indexOf(current)).map((id) => catalog[id]);
}

/** The price in each currency, in its smallest unit. The currency of the pages comes first. */
export function amountsOf({ amountInCents, currency, otherAmounts }: Offer): Record<string, number> {
  return { [currency]: amountInCents, ...otherAmounts };
}

/** The last day, in UTC, on which people can claim a free offer. Undefined for one that has no end, or that costs money. */
export const lastFreeDay = ({ amountInCents, period }: Offer): string | undefined =>
  amountInCents === 0 ? period?.until : undefined;

/** Whether an offer is sold at a moment. */
export function isWithinPeriod({ period = {} }: Offer, now: Date): boolean {
  const day = now.toISOString().slice(0, 10);
  return (period.from ?? day) <= day && day <= (period.until ?? day);
}

/** The Stripe price of each offer that a stage sells. */
export type PriceIds = Partial<Record<OfferId, string>>;

export function priceIdsOf(stage: string): PriceIds {
  const offers = Object.entries(catalog) as [OfferId, Offer][];
  return Object.fromEntries(
    offers.flatMap(([id, { priceIds }]) => (priceIds[stage] ? [[id, priceIds[stage]]] : [])),
  );
}

/** The price of the current offer, the only one that people can buy. */
export function onSale({ [currentOffer]: priceId }: PriceIds): PriceIds {
  return priceId ? { [currentOffer]: priceId } : {};
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
