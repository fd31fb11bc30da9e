import type { Order } from '../../../../contract/records/order.ts';
import { orderStates } from '../../../../contract/records/order-states.ts';
import { brand } from '../../../../contract/rules/brand.ts';
import { offerOf } from '../../../../contract/rules/catalog.ts';
import { formatDate } from '../../lib/format-date.ts';
import { formatMoney } from '../../lib/format-money.ts';

export interface OrderState {
  /** One or two words. */
  label: string;
  tone: 'plain' | 'info' | 'success' | 'warning';
  sentence: string;
}

/**
 * The status of an order in words for its buyer. The server may be newer than this page and have
 * more statuses.
 */
export function describeState(order: Order): OrderState {
  if (order.isPassedOn && isActive(order)) return passedOn;
  return order.withdrawnAt ? describeWithdrawal(order) : describePurchase(order);
}

const isActive = ({ status, withdrawnAt, refundReason }: Order) =>
  orderStates[status]?.givesLicense && !withdrawnAt && !refundReason;

// Without a date: `passedOnAt` is that of the last move, which may be of a later holder.
const passedOn: OrderState = {
  label: 'Passed on',
  tone: 'plain',
  sentence: 'This license belongs to another account now.',
};

function describePurchase(order: Order): OrderState {
  const price = formatMoney(order.amountInCents, order.currency);
  const amountRefunded = formatMoney(order.amountRefundedInCents, order.currency);
  // The license then comes from another order, whatever happens to this one.
  const isDuplicate = order.refundReason === 'duplicate';
  switch (order.status) {
    case 'free':
      return order.source
        ? { label: 'Gift', tone: 'success', sentence: `${describeGift(order)} You have a lifetime license.` }
        : { label: 'Complete', tone: 'success', sentence: 'You have a lifetime license.' };
    case 'paid':
      if (isDuplicate) {
        return {
          label: 'Paid twice',
          tone: 'info',
          sentence: `You already had this license, so we are refunding ${price}.`,
        };
      }
      return { label: 'Paid', tone: 'success', sentence: 'You have a lifetime license.' };
    case 'paymentPending':
      return {
        label: 'On its way',
        tone: 'warning',
        sentence:
          'Your bank is processing the payment, which can take a few days. You will receive your license automatically, and an email.',
      };
    case 'failed':
      return {
        label: 'Not paid',
        tone: 'plain',
        sentence:
          'The payment did not go through, so you have not bought anything. You can try again at any time.',
      };
    case 'partlyRefunded':
      return {
        label: 'Refunded in part',
        tone: 'info',
        sentence: isDuplicate
          ? `You already had this license, so we are refunding ${price}. ${amountRefunded} has been refunded so far.`
          : `We have refunded ${amountRefunded} of ${price}. You keep the license.`,
      };
    case 'refunded':
      return {
        label: 'Refunded in full',
        tone: 'plain',
        sentence: isDuplicate
          ? `You already had this license, so we have refunded ${amountRefunded}. Your bank may take a few days to show the refund.`
          : `We have refunded ${amountRefunded}, so this purchase no longer includes a license. Your bank may take a few days to show the refund.`,
      };
    case 'disputed':
      return {
        label: 'Disputed',
        tone: 'warning',
        sentence: isDuplicate
          ? 'Your bank is reviewing this payment after a dispute. You already had this license, so it does not depend on this payment.'
          : 'Your bank is reviewing this payment after a dispute. You keep the license until it decides.',
      };
    case 'disputeWon':
      return {
        label: 'Paid',
        tone: 'success',
        sentence: isDuplicate
          ? 'The payment was disputed, and your bank decided in our favor. You already had this license.'
          : 'The payment was disputed, and your bank decided in our favor. You keep the license.',
      };
    case 'disputeLost':
      return {
        label: 'Reversed',
        tone: 'plain',
        sentence: isDuplicate
          ? 'Your bank reversed the payment after a dispute. You already had this license, so it does not change.'
          : 'Your bank reversed the payment after a dispute, so this purchase no longer includes a license.',
      };
    case 'revoked':
      return {
        label: 'Ended',
        tone: 'plain',
        sentence: `${order.source ? `${describeGift(order)} ` : ''}This license has ended.`,
      };
    case 'created':
    case 'expired':
      return { label: 'Not finished', tone: 'plain', sentence: 'The checkout was not completed.' };
    default:
      return {
        label: 'In progress',
        tone: 'plain',
        sentence: 'This purchase has changed. Reload the page to see its state.',
      };
  }
}

/** A sentence about the origin of an order that its holder did not place. */
function describeGift({ giftFrom }: Order): string {
  return giftFrom ? `A gift from ${giftFrom}.` : 'A gift.';
}

/** The license has ended, whatever happens to the payment. */
function describeWithdrawal(order: Order): OrderState {
  const price = formatMoney(order.amountInCents, order.currency);
  const label = 'Withdrawn';
  switch (order.status) {
    case 'refunded':
      return {
        label,
        tone: 'plain',
        sentence: `You withdrew from this order, so we have refunded ${price}. Your bank may take a few days to show the refund.`,
      };
    case 'paymentPending':
    case 'failed':
      return {
        label,
        tone: 'info',
        sentence: 'You withdrew from this order. If your payment still arrives, we refund it.',
      };
    case 'disputed':
      return {
        label,
        tone: 'warning',
        sentence:
          'You withdrew from this order. Your bank is reviewing the payment after a dispute; if it decides in our favor, we refund it then.',
      };
    case 'disputeLost':
      return {
        label,
        tone: 'plain',
        sentence: 'You withdrew from this order, and your bank reversed the payment after a dispute.',
      };
    default:
      return {
        label,
        tone: 'info',
        sentence: `You withdrew from this order, so we are refunding ${price}.`,
      };
  }
}

/** The name of the product. A price that is no longer sold was also one for the license. */
export function nameOfPurchase({ priceId }: Pick<Order, 'priceId'>): string {
  return `${brand} ${offerOf(priceId)?.name ?? 'license'}`;
}

export function priceOfPurchase({ amountInCents, currency }: Order): string {
  return amountInCents === 0 ? 'Free' : formatMoney(amountInCents, currency);
}

/** Empty for an order without tax. */
export function taxOfPurchase({ taxInCents = 0, currency }: Order): string {
  return taxInCents === 0 ? '' : `including ${formatMoney(taxInCents, currency)} tax`;
}

/** Everything refunded so far, with the day of the last refund. Empty if there was none. */
export function refundOfPurchase({ amountRefundedInCents, currency, history }: Order): string {
  if (amountRefundedInCents === 0) return '';
  const last = history.find((step) => step.amountRefundedInCents === amountRefundedInCents);
  const amount = formatMoney(amountRefundedInCents, currency);
  return last ? `${amount} on ${formatDate(last.at)}` : amount;
}

const countryNames = new Intl.DisplayNames('en-US', { type: 'region' });

/** `DE` is Germany. A code that the browser does not support is returned unchanged. */
export function nameOfCountry(country: string): string {
  return countryNames.of(country) ?? country;
}
