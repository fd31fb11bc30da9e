import { decimalsOf, showMoney } from './money.ts';
import type { OpenStripe } from './open-stripe.ts';
import { invalidRequest } from './stripe-error.ts';
import type { StripeStore } from './stripe-store.ts';

/** The number of deliveries of the button for many deliveries. */
export const manyTimes = 10;

/**
 * Runs the action of a form on the page.
 * @returns a sentence about the result
 * @throws StripeError
 */
export async function actOnPage({ actions, store }: OpenStripe, form: URLSearchParams): Promise<string> {
  const id = form.get('id') ?? '';
  switch (form.get('action')) {
    case 'expire':
      await actions.expire(id);
      return 'The checkout has expired.';
    case 'settleLater':
      await actions.settleLater(id);
      return 'The bank debit succeeded: the order is paid.';
    case 'failLater':
      await actions.failLater(id);
      return 'The bank debit failed: nothing was paid.';
    case 'refund':
      return refund();
    case 'refundPart':
      return refund(readAmount(store, id, form.get('amount') ?? ''));
    case 'failRefund': {
      const { amount, currency } = await actions.failRefund(id);
      return `The refund of ${showMoney(amount, currency)} failed: the bank sent it back.`;
    }
    case 'openDispute':
      await actions.openDispute(id);
      return 'The payment is disputed: the bank took the money back.';
    case 'openInquiry':
      await actions.openInquiry(id);
      return 'The bank asks about the payment. It has taken nothing.';
    case 'escalateInquiry':
      await actions.escalateInquiry(id);
      return 'The inquiry became a dispute: the bank took the money back.';
    case 'closeInquiry':
      await actions.closeInquiry(id);
      return 'The inquiry is closed: nothing was taken.';
    case 'submitEvidence':
      await actions.submitEvidence(id);
      return 'The evidence is with the bank.';
    case 'winDispute':
      await actions.winDispute(id);
      return 'The dispute is won: the money is ours again.';
    case 'loseDispute':
      await actions.loseDispute(id);
      return 'The dispute is lost: the money stays with the buyer.';
    case 'resend':
      return describeResend((await actions.resend(id)).type, 'once more', store);
    case 'resendMany':
      return describeResend(
        (await actions.resend(id, manyTimes)).type,
        `${manyTimes} times more, at once`,
        store,
      );
    case 'hold':
      await actions.hold();
      return 'Deliveries are held: from now on events wait.';
    case 'release':
      return describeRelease(await actions.release(), 'oldest first');
    case 'releaseReversed':
      return describeRelease(await actions.release('newest first'), 'newest first');
    default:
      throw invalidRequest('This page has no such button.');
  }

  async function refund(asked?: number): Promise<string> {
    const { id: refundId, amount, currency } = await actions.refund(id, asked);
    const refunded = `${showMoney(amount, currency)} is refunded`;
    if (!form.has('creditNote')) return `${refunded}.`;
    const { number } = await actions.creditRefund(refundId);
    return `${refunded}, with the credit note ${number}.`;
  }
}

function describeResend(type: string, times: string, { isHolding }: StripeStore): string {
  return isHolding
    ? `${type} will be sent ${times}, once deliveries are released.`
    : `${type} is sent ${times}.`;
}

function describeRelease(count: number, order: string): string {
  const deliveries = count === 1 ? '1 delivery' : `${count} deliveries`;
  return `${deliveries} released, ${order}. Events are sent as they happen again.`;
}

/** Converts an amount such as `12.50` to the smallest unit of the currency. */
function readAmount(store: StripeStore, chargeId: string, typed: string): number {
  const currency = store.charges.get(chargeId)?.currency ?? 'usd';
  const digits = decimalsOf(currency);
  const [, whole = '', fraction = ''] = /^(\d{1,9})(?:[.,](\d+))?$/.exec(typed.trim()) ?? [];
  const amount = Number(whole + fraction.padEnd(digits, '0'));
  if (whole === '' || fraction.length > digits || amount === 0) {
    throw invalidRequest(
      `“${typed}” is not an amount. Enter one like ${(1250 / 10 ** digits).toFixed(digits)}.`,
    );
  }
  return amount;
}
