import type { StripeActions } from './actions.ts';
import type { HttpAnswer, HttpRequest } from './answer-api.ts';
import { isEmail } from './buyer-details.ts';
import { renderCheckoutPage, renderClosedPage } from './checkout-page.ts';
import { decodeForm } from './form-encoding.ts';
import { hostedPageHeaders } from './render-hosted-page.ts';
import { StripeError } from './stripe-error.ts';
import type { CheckoutRecord, StripeStore } from './stripe-store.ts';

const attempts = ['pay', 'payLater', 'decline'] as const;

/** Answers the hosted page, `/pay/<session id>`, which works without JavaScript. */
export async function answerCheckout(
  http: HttpRequest,
  store: StripeStore,
  actions: StripeActions,
): Promise<HttpAnswer> {
  const sessionId = /^\/pay\/([^/]+)$/.exec(http.path)?.[1] ?? '';
  const checkout = store.checkouts.get(sessionId);
  if (!checkout) return answerPage(404, renderClosedPage('Not found', 'There is no such payment page.'));
  if (http.method === 'POST') return submit(checkout, http, store, actions);
  if (http.method !== 'GET' && http.method !== 'HEAD') {
    return answerPage(
      405,
      renderClosedPage('Not allowed', 'This page can be shown and submitted, nothing else.'),
    );
  }
  return checkout.session.status === 'open'
    ? answerPage(200, renderOpen(checkout, store))
    : answerClosed(checkout);
}

async function submit(
  checkout: CheckoutRecord,
  http: HttpRequest,
  store: StripeStore,
  actions: StripeActions,
): Promise<HttpAnswer> {
  const { session } = checkout;
  if (session.status === 'expired') return answerClosed(checkout);
  // The second click of a double click finds a complete session, and leads to the same page.
  if (session.status === 'open') {
    const form = decodeForm(http.body);
    const typed = typeof form.email === 'string' ? form.email : '';
    if (!session.customer_email && !isEmail(typed.trim()))
      return answerPage(400, renderOpen(checkout, store, typed));
    const attempt = attempts.find((each) => each === form.attempt) ?? 'pay';
    try {
      await actions[attempt](session.id, typed);
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      return answerPage(400, renderOpen(checkout, store, undefined, error.message));
    }
    if (attempt === 'decline') return redirect(http.path);
  } else {
    await store.save();
  }
  return redirect(successLocation(checkout));
}

function renderOpen(
  { session, lineItems }: CheckoutRecord,
  store: StripeStore,
  refusedEmail?: string,
  refusal?: string,
): string {
  const descriptions = lineItems.map(
    ({ price }) => store.products.get(String(price.product))?.description ?? null,
  );
  const lastError = store.paymentIntents.get(String(session.payment_intent))?.last_payment_error;
  const declined = lastError && `${lastError.message} Try again, or pay in another way.`;
  return renderCheckoutPage({
    session,
    lineItems,
    descriptions,
    refusedEmail,
    failure: refusal ?? declined ?? undefined,
  });
}

function answerClosed(checkout: CheckoutRecord): HttpAnswer {
  const { session } = checkout;
  if (session.status === 'complete') {
    const link = { href: successLocation(checkout), text: 'Continue' };
    return answerPage(
      410,
      renderClosedPage('Order complete', 'This order is complete. Nothing is left to pay.', link),
    );
  }
  const link = session.cancel_url ? { href: session.cancel_url, text: 'Back to the shop' } : undefined;
  return answerPage(
    410,
    renderClosedPage('Page expired', 'This payment page has expired. Start again in the shop.', link),
  );
}

function successLocation({ session }: CheckoutRecord): string {
  const template = session.success_url ?? '/';
  return new URL(template.replaceAll('{CHECKOUT_SESSION_ID}', session.id)).href;
}

function redirect(location: string): HttpAnswer {
  return { status: 303, headers: { ...hostedPageHeaders, location }, body: '' };
}

function answerPage(status: number, body: string): HttpAnswer {
  return { status, headers: hostedPageHeaders, body };
}
