import { salesTax } from '../../settings.ts';
import { catalog, currentOffer, lastFreeDay, type Offer } from './catalog.ts';
import { dayInWords } from './day.ts';
import { formatPrice } from './format-price.ts';
import type { SalesTax } from './sales-tax.ts';

/** All stages serve the same pages, which describe `prod`. The amount of the tax depends on the buyer. */
export const publishedSalesTax: SalesTax = salesTax.prod ?? 'none';

export type OfferTexts = ReturnType<typeof offerTexts>;

/** Every text outside of the pricing page that depends on whether the license costs money. */
export function offerTexts(offer: Offer = catalog[currentOffer], taxes: SalesTax = publishedSalesTax) {
  const { amountInCents, currency } = offer;
  return amountInCents === 0
    ? freeTexts(claimBefore(lastFreeDay(offer)))
    : paidTexts(formatPrice(amountInCents, currency), taxNotes[taxes]);
}

/** Empty for an offer without an end. */
export const claimBefore = (lastDay: string | undefined): string =>
  lastDay ? `Claim it before the end of ${dayInWords(lastDay)} (UTC), and keep it for life.` : '';

const joined = (...sentences: string[]) => sentences.filter(Boolean).join(' ');

const taxNotes: Record<SalesTax, string> = { none: '', included: 'incl. VAT', excluded: 'plus tax' };

const freeTexts = (claim: string) => ({
  /** Next to the price. */
  taxNote: '',
  /** Until when people can claim a free license. Empty without an end. */
  claim,
  home: joined('Early access is free, with a lifetime license. No subscriptions, no renewals.', claim),
  homeAction: 'Get your free license',
  account: 'Get your free lifetime license',
  download: 'Get yours, it is free.',
  about:
    'You get it for life. In early access the license is free; there is no subscription and nothing to renew.',
  faq: 'Early access is free. You get a lifetime license, and there are no subscriptions and no renewals. The checkout is on a page of our payment provider, Stripe, and you do not need a card.',
  /** When people can use the toolkit. */
  start: `${catalog.earlyAccess.availability} You can create an account and claim your license at any time.`,
  welcome: joined(
    'During early access a lifetime license is free: no subscription, no renewal, all future updates. Claim it, download the app for Mac or Windows, and draw your first coast.',
    claim,
  ),
  welcomeAction: 'Get the free license',
});

const paidTexts = (amount: string, taxNote: string): ReturnType<typeof freeTexts> => {
  const price = joined(amount, taxNote);
  return {
    taxNote,
    claim: '',
    home: `A lifetime license costs ${price}. You pay once: no subscriptions, no renewals.`,
    homeAction: 'Get your license',
    account: 'Get your lifetime license',
    download: `Get yours for ${price}.`,
    about: 'You get it for life. You pay once; there is no subscription and nothing to renew.',
    faq: `A lifetime license costs ${price}. You pay once, and there are no subscriptions and no renewals. The checkout is on a page of our payment provider, Stripe, and we never see your card.`,
    start: 'You can use it now. Buy a license, and download the app for Mac or Windows.',
    welcome: `A lifetime license costs ${price}. You pay once: no subscription, no renewal, all future updates. Buy it, download the app for Mac or Windows, and draw your first coast.`,
    welcomeAction: 'Get the license',
  };
};
