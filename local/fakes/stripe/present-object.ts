import type { Session, StripeEvent } from './stripe-objects.ts';
import type { EventRecord, StripeStore } from './stripe-store.ts';

/**
 * Returns an object as the API shows it. URLs of pages are not stored, because the port may change after a
 * restart. https://docs.stripe.com/api/charges/object#charge_object-receipt_url
 */
export function presentObject<Shown extends object>(object: Shown, store: StripeStore): Shown {
  const { pageOrigin } = store;
  const { object: kind, id, status } = object as { object?: string; id?: string; status?: string };
  if (kind === 'checkout.session') {
    const url = status === 'open' ? `${pageOrigin}/pay/${id}` : null;
    // With Managed Payments, the payment intent does not belong to the account.
    const { managed_payments: managed } = object as Partial<Session>;
    return managed?.enabled ? { ...object, url, payment_intent: null } : { ...object, url };
  }
  if (kind === 'price') return { ...object, currency_options: undefined };
  if (kind === 'invoice') {
    const link = `${pageOrigin}/invoices/${id}`;
    return { ...object, hosted_invoice_url: link, invoice_pdf: link };
  }
  if (kind === 'credit_note') return { ...object, pdf: `${pageOrigin}/credit_notes/${id}` };
  if (kind === 'charge')
    return { ...object, receipt_url: status === 'succeeded' ? `${pageOrigin}/receipts/${id}` : null };
  return object;
}

export function presentEvent({ event, delivery }: EventRecord): StripeEvent {
  return { ...event, pending_webhooks: delivery?.state === 'pending' ? 1 : 0 };
}
