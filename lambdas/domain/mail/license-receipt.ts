import type { Order } from '../../../contract/records/order.ts';
import { brand } from '../../../contract/rules/brand.ts';
import { offerOf } from '../../../contract/rules/catalog.ts';
import { formatPrice } from '../../../contract/rules/format-price.ts';
import { layOut, type Mail } from './layout.ts';

interface ReceiptDetails {
  order: Pick<Order, 'orderId' | 'priceId' | 'amountInCents' | 'currency' | 'createdAt' | 'licensedAt'>;
  /** The address of the buyer's account. */
  email: string;
  siteUrl: string;
}

/** The receipt for an order that gave its buyer the license. */
export function licenseReceipt({ order, email, siteUrl }: ReceiptDetails): Mail {
  const { orderId, priceId, amountInCents, currency, createdAt, licensedAt = createdAt } = order;
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  const price = formatPrice(amountInCents, currency);
  return layOut({
    subject: `Your ${brand} license`,
    heading: 'Your license is ready',
    paragraphs: [
      'Thank you! You have a lifetime license: full access, unlimited offline storage, all future updates. There is no subscription and nothing to renew.',
      'You do not need a key: the license belongs to your account, so you only need to sign in.',
      `${brand} runs on a Mac or a PC. If you read this on a phone, open this email on your computer to download ${brand}.`,
    ],
    facts: [
      ['License', [brand, offerOf(priceId)?.name, 'for life'].filter(Boolean).join(', ')],
      ['Account', email],
      ['Price', amountInCents === 0 ? `Free (${price})` : price],
      ['Date', date.format(new Date(licensedAt))],
      ['Order', orderId],
    ],
    action: { label: `Download ${brand}`, url: `${siteUrl}/download` },
    reason: `This email confirms your order at ${brand}; please keep it. If something is wrong with your order, write to us.`,
    links: [
      { label: 'Your receipt', url: `${siteUrl}/receipt?order=${encodeURIComponent(orderId)}` },
      { label: 'Write to us', url: `${siteUrl}/contact` },
    ],
  });
}
