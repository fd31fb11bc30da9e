import Stripe from 'stripe';
import type { ApiService } from './answer-api.ts';
import {
  declineCheckout,
  failLatePayment,
  payCheckout,
  payCheckoutLater,
  settleLatePayment,
} from './checkout-payment.ts';
import { expireCheckout, findCheckout } from './checkout-sessions.ts';
import {
  closeInquiry,
  escalateInquiry,
  loseDispute,
  openDispute,
  openInquiry,
  submitEvidence,
  winDispute,
} from './disputes.ts';
import { presentEvent } from './present-object.ts';
import type { Cause } from './record-event.ts';
import { failRefund, refundCharge } from './refunds.ts';
import { resourceMissing } from './stripe-error.ts';
import type { Charge, Dispute, Refund, Session, StripeEvent } from './stripe-objects.ts';
import { type CheckoutRecord, receiversOf, type StripeStore } from './stripe-store.ts';
import type { WebhookDeliveries } from './webhooks.ts';

export type StripeActions = ReturnType<typeof stripeActions>;

/**
 * What buyers, banks and people at the Dashboard do. Each throws a StripeError where it is not possible, and resolves
 * when the change is on disk, with a copy of what it changed; events are on their way then.
 */
export function stripeActions(service: ApiService, webhooks: WebhookDeliveries) {
  const { store } = service;

  async function change<Changed extends object>(act: (cause: Cause) => Changed): Promise<Changed> {
    const changed = structuredClone(
      act({ nowSeconds: service.nowSeconds(), apiVersion: Stripe.API_VERSION }),
    );
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
    /** Pays a session with a card, or completes a free one. */
    pay: (sessionId: string, email?: string) =>
      changeSession(sessionId, (checkout, cause) => payCheckout(store, checkout, cause, email)),
    /** Pays a session by bank debit, which `settleLater` or `failLater` decide on. */
    payLater: (sessionId: string, email?: string) =>
      changeSession(sessionId, (checkout, cause) => payCheckoutLater(store, checkout, cause, email)),
    /** Tries to pay a session with a card that is declined. */
    decline: (sessionId: string, email?: string) =>
      changeSession(sessionId, (checkout, cause) => declineCheckout(store, checkout, cause, email)),
    settleLater: (sessionId: string) =>
      changeSession(sessionId, (checkout, cause) => settleLatePayment(store, checkout, cause)),
    failLater: (sessionId: string) =>
      changeSession(sessionId, (checkout, cause) => failLatePayment(store, checkout, cause)),
    expire: (sessionId: string) =>
      changeSession(sessionId, (checkout, cause) => expireCheckout(store, checkout, cause)),

    /** @param payment the id of a charge or of a payment intent, here and below */
    refund: (payment: string, amount?: number): Promise<Refund> =>
      change((cause) => refundCharge(store, findCharge(store, payment), { amount }, cause)),
    failRefund: (refundId: string): Promise<Refund> =>
      change((cause) => {
        const refund = store.refunds.get(refundId);
        if (!refund) throw resourceMissing('refund', refundId);
        failRefund(store, refund, cause);
        return refund;
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

    /** Sends an event again, delivered before or not, to every webhook that wants it. */
    resend: (eventId: string, times = 1): Promise<StripeEvent> =>
      change(() => {
        const record = store.events.get(eventId);
        if (!record) throw resourceMissing('event', eventId);
        for (let time = 0; time < times; time += 1) {
          for (const endpointId of receiversOf(store, record.event.type)) {
            record.deliveries.push({ endpointId, state: 'pending', attempts: 0 });
          }
        }
        return presentEvent(record);
      }),
    /** From now on events wait. Those that a webhook has refused wait too. */
    async hold(): Promise<void> {
      store.isHolding = true;
      await store.save();
    },
    /** Sends what has waited, one after the other; returns how many deliveries that were. */
    async release(order: 'oldest first' | 'newest first' = 'oldest first'): Promise<number> {
      store.isHolding = false;
      const pending = webhooks.findPending();
      if (order === 'newest first') pending.reverse();
      await store.save();
      const delivered = webhooks.deliverInTurn(pending);
      if (webhooks.answersHere) await delivered;
      return pending.length;
    },
  };
}

function findCharge(store: StripeStore, payment: string): Charge {
  const intent = store.paymentIntents.get(payment);
  const charge = store.charges.get(intent ? String(intent.latest_charge) : payment);
  if (!charge) throw resourceMissing('charge', payment);
  return charge;
}
