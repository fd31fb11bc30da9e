import { creditNoteLink, invoiceLinks } from './invoice-links.ts';
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
  if (kind === 'invoice') return { ...object, ...invoiceLinks(String(id), store) };
  if (kind === 'credit_note') return { ...object, pdf: creditNoteLink(String(id), store) };
  if (kind === 'charge')
    return { ...object, receipt_url: status === 'succeeded' ? `${pageOrigin}/receipts/${id}` : null };
  return object;
}

export function presentEvent({ event, deliveries }: EventRecord): StripeEvent {
  const waiting = deliveries.filter(({ state }) => state === 'pending').map(({ endpointId }) => endpointId);
  return { ...event, pending_webhooks: new Set(waiting).size };
}
