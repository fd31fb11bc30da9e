import type { IncomingMessage, ServerResponse } from 'node:http';
import { isFromOurPages } from '../../server/local-page.ts';
import { readBody } from '../../server/read-body.ts';
import { decimalsOf, showMoney } from './money.ts';
import type { OpenStripe } from './open-stripe.ts';
import { type Notice, renderPaymentsPage } from './render-payments-page.ts';
import { invalidRequest, StripeError } from './stripe-error.ts';
import type { StripeStore } from './stripe-store.ts';

const MAX_FORM_BYTES = 16 * 1024;
const MAX_NOTICES = 100;

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  // In a frame, another site could trick its visitors into pressing the buttons.
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};

/**
 * `/__local/stripe`: the objects of the account, with buttons for the actions of buyers, banks and Stripe.
 */
export function openPaymentsPage(stripe: OpenStripe) {
  /** The notices for the page after an action, by number. */
  const notices = new Map<string, Notice>();
  let lastNotice = 0;

  async function submit(form: URLSearchParams): Promise<string> {
    const notice = await act(stripe, form).then(
      (text) => ({ text, isRefusal: false }),
      (error: Error) => {
        if (error instanceof StripeError) return { text: error.message, isRefusal: true };
        throw error;
      },
    );
    lastNotice += 1;
    notices.set(String(lastNotice), notice);
    notices.delete(String(lastNotice - MAX_NOTICES));
    return `/__local/stripe?notice=${lastNotice}`;
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    if (request.method === 'POST') {
      if (!isFromOurPages(request)) {
        response.writeHead(403).end('From this page only.');
        return true;
      }
      const form = new URLSearchParams((await readBody(request, MAX_FORM_BYTES)).toString());
      response.writeHead(303, { location: await submit(form) }).end();
      return true;
    }
    const notice = notices.get(
      new URL(request.url ?? '', 'http://localhost').searchParams.get('notice') ?? '',
    );
    response.writeHead(200, headers).end(renderPaymentsPage(stripe.store, notice));
    return true;
  };
}

/** The actions that only change the state of one object, with the sentence about their result. */
const changes = {
  expire: 'The checkout has expired.',
  settleLater: 'The bank debit succeeded: the order is paid.',
  failLater: 'The bank debit failed: nothing was paid.',
  failRefund: 'The refund failed: the bank sent it back.',
  openDispute: 'The payment is disputed: the bank took the money back.',
  openInquiry: 'The bank asks about the payment. It has taken nothing.',
  escalateInquiry: 'The inquiry became a dispute: the bank took the money back.',
  closeInquiry: 'The inquiry is closed: nothing was taken.',
  submitEvidence: 'The evidence is with the bank.',
  winDispute: 'The dispute is won: the money is ours again.',
  loseDispute: 'The dispute is lost: the money stays with the buyer.',
  resend: 'The event is sent again, or waits to be released.',
  hold: 'Deliveries are held: from now on events wait.',
} as const;

const isChange = (action: string): action is keyof typeof changes => Object.hasOwn(changes, action);

/**
 * Runs the action of a form on the page.
 * @returns a sentence about the result
 * @throws StripeError
 */
async function act({ actions, store }: OpenStripe, form: URLSearchParams): Promise<string> {
  const id = form.get('id') ?? '';
  const action = form.get('action') ?? '';
  if (isChange(action)) {
    await actions[action](id);
    return changes[action];
  }
  if (action === 'release' || action === 'releaseReversed') {
    const order = action === 'release' ? 'oldest first' : 'newest first';
    const count = await actions.release(order);
    const deliveries = count === 1 ? '1 delivery' : `${count} deliveries`;
    return `${deliveries} released, ${order}. Events are sent as they happen again.`;
  }
  if (action !== 'refund' && action !== 'refundPart') throw invalidRequest('This page has no such button.');
  const asked = action === 'refundPart' ? readAmount(store, id, form.get('amount') ?? '') : undefined;
  const { id: refundId, amount, currency } = await actions.refund(id, asked);
  const refunded = `${showMoney(amount, currency)} is refunded`;
  if (!form.has('creditNote')) return `${refunded}.`;
  const { number } = await actions.creditRefund(refundId);
  return `${refunded}, with the credit note ${number}.`;
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
