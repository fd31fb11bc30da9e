import type { IncomingMessage, ServerResponse } from 'node:http';
import { isFromOurPages } from '../../server/is-from-our-pages.ts';
import { readBody } from '../../server/read-body.ts';
import { actOnPage } from './act-on-page.ts';
import type { OpenStripe } from './open-stripe.ts';
import { type Notice, renderPaymentsPage } from './render-payments-page.ts';
import { StripeError } from './stripe-error.ts';

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
    const notice = await actOnPage(stripe, form).then(
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
