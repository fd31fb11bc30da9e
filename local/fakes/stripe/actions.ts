import type { ApiService } from './answer-api.ts';
import type { BuyerDetails } from './buyer-details.ts';
import {
  declineCheckout,
  enterDetails,
  failLatePayment,
  payCheckout,
  payCheckoutLater,
  settleLatePayment,
} from './checkout-payment.ts';
import { expireCheckout, findCheckout } from './checkout-sessions.ts';
import { createCreditNote, voidCreditNote } from './credit-notes.ts';
import {
  closeInquiry,
  escalateInquiry,
  loseDispute,
  openDispute,
  openInquiry,
  submitEvidence,
  winDispute,
} from './disputes.ts';
import type { Cause } from './record-event.ts';
import { failRefund, refundCharge } from './refunds.ts';
import { resourceMissing } from './stripe-error.ts';
import {
  type Charge,
  type CreditNote,
  currentApiVersion,
  type Dispute,
  type Refund,
  type Session,
  type StripeEvent,
} from './stripe-objects.ts';
import type { CheckoutRecord, StripeStore } from './stripe-store.ts';
import type { WebhookDeliveries } from './webhooks.ts';

export type StripeActions = ReturnType<typeof stripeActions>;

/**
 * The actions of buyers, banks and Dashboard users. Each resolves with a copy of the changed object when the
 * change is on disk and its events are being sent, and throws a StripeError when the action is not possible.
 */
export function stripeActions(service: ApiService, webhooks: WebhookDeliveries) {
  const { store } = service;

  async function change<Changed extends object>(act: (cause: Cause) => Changed): Promise<Changed> {
    const changed = structuredClone(act({ nowSeconds: service.nowSeconds(), apiVersion: currentApiVersion }));
    await service.commit();
    return changed;
  }

  const changeSession = (
    id: string,
    act: (checkout: CheckoutRecord, cause: Cause) => void,
  ): Promise<Session> =>
    change((cause) => {
      const checkout = findCheckout(store, id);
      act(checkout, { ...cause, apiVersion: checkout.apiVersion });
      return checkout.session;
    });

  const changeDispute = (
    id: string,
    act: (store: StripeStore, dispute: Dispute, cause: Cause) => void,
  ): Promise<Dispute> =>
    change((cause) => {
      const dispute = store.disputes.get(id);
      if (!dispute) throw resourceMissing('dispute', id);
      act(store, dispute, cause);
      return dispute;
    });

  return {
    /** Shows the tax before an attempt to pay. */
    enterDetails: (sessionId: string, details: BuyerDetails) =>
      changeSession(sessionId, (checkout) => void enterDetails(store, checkout, details)),
    /** Pays a session with a card, or completes a free one. */
    pay: (sessionId: string, buyer?: string | BuyerDetails) =>
      changeSession(sessionId, (checkout, cause) => payCheckout(store, checkout, cause, detailsOf(buyer))),
    /** Pays a session by bank debit, which `settleLater` or `failLater` completes. */
    payLater: (sessionId: string, buyer?: string | BuyerDetails) =>
      changeSession(sessionId, (checkout, cause) =>
        payCheckoutLater(store, checkout, cause, detailsOf(buyer)),
      ),
    /** Tries to pay a session with a card that is declined. */
    decline: (sessionId: string, buyer?: string | BuyerDetails) =>
      changeSession(sessionId, (checkout, cause) =>
        declineCheckout(store, checkout, cause, detailsOf(buyer)),
      ),
    settleLater: (sessionId: string) =>
      changeSession(sessionId, (checkout, cause) => settleLatePayment(store, checkout, cause)),
    failLater: (sessionId: string) =>
      changeSession(sessionId, (checkout, cause) => failLatePayment(store, checkout, cause)),
    expire: (sessionId: string) =>
      changeSession(sessionId, (checkout, cause) => expireCheckout(store, checkout, cause)),

    /** @param payment the id of a charge or of a payment intent, here and for the actions below */
    refund: (payment: string, amount?: number): Promise<Refund> =>
      change((cause) => refundCharge(store, findCharge(store, payment), { amount }, cause)),
    failRefund: (refundId: string): Promise<Refund> =>
      change((cause) => {
        const refund = store.refunds.get(refundId);
        if (!refund) throw resourceMissing('refund', refundId);
        failRefund(store, refund, cause);
        return refund;
      }),
    /** Somebody makes the credit note for a refund in the Dashboard. */
    creditRefund: (refundId: string): Promise<CreditNote> =>
      change((cause) => {
        const refund = store.refunds.get(refundId);
        if (!refund) throw resourceMissing('refund', refundId);
        const checkout = [...store.checkouts.values()].find(
          ({ session }) => session.payment_intent === refund.payment_intent,
        );
        const invoice = String(checkout?.session.invoice);
        const params = { invoice, amount: String(refund.amount), refunds: [{ refund: refundId }] };
        return createCreditNote(store, params, cause);
      }),
    voidCreditNote: (creditNoteId: string): Promise<CreditNote> =>
      change((cause) => {
        const creditNote = store.creditNotes.get(creditNoteId);
        if (!creditNote) throw resourceMissing('credit_note', creditNoteId);
        voidCreditNote(store, creditNote, cause);
        return creditNote;
      }),

    openDispute: (payment: string, reason?: string): Promise<Dispute> =>
      change((cause) => openDispute(store, findCharge(store, payment), { reason }, cause)),
    openInquiry: (payment: string, reason?: string): Promise<Dispute> =>
      change((cause) => openInquiry(store, findCharge(store, payment), { reason }, cause)),
    escalateInquiry: (disputeId: string) => changeDispute(disputeId, escalateInquiry),
    closeInquiry: (disputeId: string) => changeDispute(disputeId, closeInquiry),
    submitEvidence: (disputeId: string) => changeDispute(disputeId, submitEvidence),
    winDispute: (disputeId: string) => changeDispute(disputeId, winDispute),
    loseDispute: (disputeId: string) => changeDispute(disputeId, loseDispute),

    /** Sends an event to the webhook again. */
    resend: (eventId: string): Promise<StripeEvent> =>
      change(() => {
        const record = store.events.get(eventId);
        if (!record?.delivery) throw resourceMissing('event', eventId);
        record.delivery.state = 'pending';
        return record.event;
      }),
    /** Stops sending events, including retries. */
    async hold(): Promise<void> {
      store.isHolding = true;
      await store.save();
    },
    /** Sends the held events one after another. @returns the number of deliveries */
    async release(order: 'oldest first' | 'newest first' = 'oldest first'): Promise<number> {
      store.isHolding = false;
      const pending = webhooks.findPending();
      if (order === 'newest first') pending.reverse();
      await store.save();
      const delivered = webhooks.deliverInTurn(pending);
      if (webhooks.hasFunctionListener) await delivered;
      return pending.length;
    },
  };
}

/** A string is an email address. */
function detailsOf(buyer?: string | BuyerDetails): BuyerDetails | undefined {
  return typeof buyer === 'string' ? { email: buyer } : buyer;
}

function findCharge(store: StripeStore, payment: string): Charge {
  const intent = store.paymentIntents.get(payment);
  const charge = store.charges.get(intent ? String(intent.latest_charge) : payment);
  if (!charge) throw resourceMissing('charge', payment);
  return charge;
}
