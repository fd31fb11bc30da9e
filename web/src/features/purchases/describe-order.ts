import type { Order } from '../../../../contract/records/order.ts';
import { brand } from '../../../../contract/rules/brand.ts';
import { offerOf } from '../../../../contract/rules/catalog.ts';
import { formatPrice } from '../../../../contract/rules/format-price.ts';

export interface OrderState {
  /** A word or two. */
  label: string;
  tone: 'plain' | 'info' | 'success' | 'warning';
  sentence: string;
}

/** What became of an order, for its buyer. The server may be newer than this page, and know states that are not known here. */
export function describeState(order: Order): OrderState {
  const price = formatPrice(order.amountInCents, order.currency);
  const sentBack = formatPrice(order.amountRefundedInCents, order.currency);
  // Their license comes from another order then, whatever becomes of this one.
  const isDuplicate = order.refundReason === 'duplicate';
  switch (order.status) {
    case 'free':
      return { label: 'Complete', tone: 'success', sentence: 'The license is yours, for life.' };
    case 'paid':
      if (isDuplicate) {
        return {
          label: 'Paid twice',
          tone: 'info',
          sentence: `You had this license already, so we are sending ${price} back to you.`,
        };
      }
      return { label: 'Paid', tone: 'success', sentence: 'Paid once. The license is yours, for life.' };
    case 'paymentPending':
      return {
        label: 'On its way',
        tone: 'warning',
        sentence:
          'Your bank is working on the payment, which can take some days. The license comes by itself, and we send you a mail.',
      };
    case 'failed':
      return {
        label: 'Not paid',
        tone: 'plain',
        sentence: 'The payment did not go through, so nothing was bought. You can try again at any time.',
      };
    case 'partlyRefunded':
      return {
        label: 'Refunded in part',
        tone: 'info',
        sentence: isDuplicate
          ? `You had this license already, so we are sending ${price} back to you; ${sentBack} of it are on their way.`
          : `We have sent back ${sentBack} of ${price}. The license stays yours.`,
      };
    case 'refunded':
      return {
        label: 'Refunded',
        tone: 'plain',
        sentence: isDuplicate
          ? `You had this license already, so we have sent ${sentBack} back. Your bank may take some days until you see it.`
          : `We have sent ${sentBack} back, so this purchase gives no license any more. Your bank may take some days until you see the money.`,
      };
    case 'disputed':
      return {
        label: 'Disputed',
        tone: 'warning',
        sentence: isDuplicate
          ? 'Your bank looks into this payment because it was disputed. You had this license already, so the license does not depend on it.'
          : 'Your bank looks into this payment because it was disputed. The license stays yours until that is decided.',
      };
    case 'disputeWon':
      return {
        label: 'Paid',
        tone: 'success',
        sentence: isDuplicate
          ? 'The payment was disputed, and your bank has decided that it stands. You had this license already.'
          : 'The payment was disputed, and your bank has decided that it stands. The license is yours.',
      };
    case 'disputeLost':
      return {
        label: 'Taken back',
        tone: 'plain',
        sentence: isDuplicate
          ? 'Your bank has taken the payment back after a dispute. You had this license already, so nothing changes for it.'
          : 'Your bank has taken the payment back after a dispute, so this purchase gives no license any more.',
      };
    case 'created':
    case 'expired':
      return { label: 'Not finished', tone: 'plain', sentence: 'The checkout was not finished.' };
    default:
      return {
        label: 'In progress',
        tone: 'plain',
        sentence: 'Something has changed about this purchase. Reload the page to see what.',
      };
  }
}

/** What was bought. A price that is not sold any more was one for the license too. */
export function nameOfPurchase({ priceId }: Pick<Order, 'priceId'>): string {
  return `${brand} ${offerOf(priceId)?.name ?? 'license'}`;
}

export function priceOfPurchase({ amountInCents, currency }: Order): string {
  return amountInCents === 0 ? 'Free' : formatPrice(amountInCents, currency);
}
