import type { ApiService, HttpAnswer, HttpRequest } from './answer-api.ts';
import { renderCheckoutPage, renderClosedPage } from './checkout-page.ts';
import { completeCheckout, isEmail } from './checkout-sessions.ts';
import { decodeForm } from './form-encoding.ts';
import type { CheckoutRecord } from './stripe-store.ts';

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  // No `form-action`: browsers apply it to the redirect after the form too, which leads back to the shop.
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/** Answers the hosted page, `/pay/<session id>`, which works without JavaScript. */
export async function answerCheckout(http: HttpRequest, service: ApiService): Promise<HttpAnswer> {
  const sessionId = /^\/pay\/([^/]+)$/.exec(http.path)?.[1] ?? '';
  const checkout = service.store.checkouts.get(sessionId);
  if (!checkout) return answerPage(404, renderClosedPage('Not found', 'There is no such payment page.'));
  if (http.method === 'POST') return submit(checkout, http, service);
  if (http.method !== 'GET' && http.method !== 'HEAD') {
    return answerPage(
      405,
      renderClosedPage('Not allowed', 'This page can be shown and submitted, nothing else.'),
    );
  }
  return checkout.session.status === 'open'
    ? answerPage(200, renderOpen(checkout, service))
    : answerClosed(checkout);
}

async function submit(checkout: CheckoutRecord, http: HttpRequest, service: ApiService): Promise<HttpAnswer> {
  const { session } = checkout;
  if (session.status === 'expired') return answerClosed(checkout);
  if (session.status === 'open') {
    const typed = decodeForm(http.body).email;
    const email = session.customer_email ?? (typeof typed === 'string' ? typed.trim() : '');
    if (!isEmail(email)) return answerPage(400, renderOpen(checkout, service, email));
    completeCheckout(service.store, checkout, email, http.nowSeconds);
  }
  // A second click arrives here too, perhaps before the first is on disk: it leads to the same place.
  await service.commit();
  return { status: 303, headers: { ...headers, location: successLocation(checkout) }, body: '' };
}

function renderOpen(
  { session, lineItems }: CheckoutRecord,
  { catalog }: ApiService,
  refusedEmail?: string,
): string {
  const descriptions = lineItems.map(
    ({ price }) => catalog.products.get(String(price.product))?.description ?? null,
  );
  return renderCheckoutPage({ session, lineItems, descriptions, refusedEmail });
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

function answerPage(status: number, body: string): HttpAnswer {
  return { status, headers, body };
}
