import { createHmac, timingSafeEqual } from 'node:crypto';
import type { StripeStore } from './stripe-store.ts';

/** Stripe's links expire too; the API always returns new ones. */
const LINK_SECONDS = 30 * 24 * 3600;

/** Anyone with a link can open the invoice until the link expires. */
export function invoiceLinks(id: string, store: StripeStore) {
  const search = signedSearch(id, store);
  return {
    hosted_invoice_url: `${store.pageOrigin}/invoices/${id}${search}`,
    invoice_pdf: `${store.pageOrigin}/invoices/${id}/pdf${search}`,
  };
}

export function creditNoteLink(id: string, store: StripeStore): string {
  return `${store.pageOrigin}/credit_notes/${id}/pdf${signedSearch(id, store)}`;
}

function signedSearch(id: string, store: StripeStore): string {
  const expires = store.nowSeconds() + LINK_SECONDS;
  return `?expires=${expires}&signature=${sign(id, String(expires), store)}`;
}

/** @param search the query string of a link */
export function readLink(id: string, search: string, store: StripeStore): 'valid' | 'expired' | 'wrong' {
  const params = new URLSearchParams(search);
  const expires = params.get('expires') ?? '';
  const given = Buffer.from(params.get('signature') ?? '');
  const expected = Buffer.from(sign(id, expires, store));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'wrong';
  return Number(expires) > store.nowSeconds() ? 'valid' : 'expired';
}

function sign(id: string, expires: string, { linkKey }: StripeStore): string {
  return createHmac('sha256', linkKey).update(`${id} ${expires}`).digest('base64url');
}
