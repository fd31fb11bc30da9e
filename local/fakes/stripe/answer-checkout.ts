import type { StripeActions } from './actions.ts';
import type { HttpAnswer, HttpRequest } from './answer-api.ts';
import { asksForAddress } from './buyer-details.ts';
import { readTypedDetails, toBuyerDetails } from './checkout-details.ts';
import { type CheckoutPageContent, renderCheckoutPage, renderClosedPage } from './checkout-page.ts';
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
  // The session is already complete at the second click of a double click, which opens the same page.
  if (session.status !== 'open') {
    await store.save();
    return redirect(successLocation(checkout));
  }
  const form = decodeForm(http.body);
  const typed = readTypedDetails(form);
  // The buyer has to see the total before an attempt to pay.
  const isEntering = asksForAddress(session) && (form.attempt === 'continue' || !checkout.buyer);
  const attempt = attempts.find((each) => each === form.attempt) ?? 'pay';
  try {
    if (isEntering) await actions.enterDetails(session.id, toBuyerDetails(typed));
    else await actions[attempt](session.id, asksForAddress(session) ? {} : { email: typed.email });
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    const { message: failure } = error;
    return answerPage(400, renderOpen(checkout, store, isEntering ? { typed, failure } : { failure }));
  }
  return redirect(isEntering || attempt === 'decline' ? http.path : successLocation(checkout));
}

function renderOpen(
  checkout: CheckoutRecord,
  store: StripeStore,
  content: Omit<CheckoutPageContent, 'checkout' | 'descriptions'> = {},
): string {
  const { session, lineItems } = checkout;
  const descriptions = lineItems.map(
    ({ price }) => store.products.get(String(price.product))?.description ?? null,
  );
  const lastError = store.paymentIntents.get(String(session.payment_intent))?.last_payment_error;
  const declined = lastError ? `${lastError.message} Try again, or pay in another way.` : undefined;
  return renderCheckoutPage({ checkout, descriptions, failure: declined, ...content });
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
