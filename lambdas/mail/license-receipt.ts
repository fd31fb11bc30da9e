import { brand } from '../../contract/brand.ts';
import type { Order } from '../../contract/order.ts';
import { layOut, type Mail } from './layout.ts';

/** The receipt for an order that gave its buyer the license. */
export function licenseReceipt(
  {
    orderId,
    amountInCents,
    currency,
    createdAt,
  }: Pick<Order, 'orderId' | 'amountInCents' | 'currency' | 'createdAt'>,
  siteUrl: string,
): Mail {
  const price = new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amountInCents / 100);
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(createdAt),
  );
  return layOut({
    subject: `Your ${brand} license`,
    paragraphs: [
      'Thank you! The lifetime license is yours: full access, unlimited offline storage, all future updates. There is no subscription and nothing to renew.',
    ],
    facts: [
      ['License', `${brand}, early access, lifetime`],
      ['Price', amountInCents === 0 ? `Free (${price})` : price],
      ['Date', date],
      ['Order', orderId],
    ],
    action: { label: `Download ${brand}`, url: `${siteUrl}/download` },
    reason: `You get this mail as the receipt for your order at ${brand}. Keep it with your papers.`,
  });
}
