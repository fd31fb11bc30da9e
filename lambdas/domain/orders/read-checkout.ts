import type Stripe from 'stripe';
import type { OrderDispute } from '../../../contract/records/order-dispute.ts';
import type { OrderStatus } from '../../../contract/records/order-states.ts';
import { type FoundCreditNotes, readCreditNotes } from './order-credit-notes.ts';
import type { PaymentSubject } from './payment-subject.ts';

/** The current state at Stripe of a checkout that we opened. */
export interface Checkout extends FoundCreditNotes {
  sessionId: string;
  /** The user who opened it. */
  userId: string;
  priceId: string;
  referralCode?: string;
  termsVersion: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  status: OrderStatus;
  amountInCents: number;
  taxInCents: number;
  amountRefundedInCents: number;
  currency: string;
  country?: string;
  invoiceId?: string;
  invoiceNumber?: string;
  isReverseCharge?: boolean;
  paymentIntentId?: string;
  receiptUrl?: string;
  dispute?: OrderDispute;
}

/** The parts that a request for a session must expand, so that `describeCheckout` sees its payment and its invoice. */
export const partsOfSession = ['payment_intent.latest_charge', 'invoice'];

/** The Stripe account, and the identification of our checkouts, because other sites may sell from the same account. */
export interface StripeContext {
  stripe: Stripe;
  /** The id of the user pool: unlike the address, it never changes for a stage. */
  siteId: string;
  /** Checkouts from before `siteId` was introduced contain the address instead. */
  siteUrl: string;
}

/**
 * Reads a checkout from Stripe, with one more request for a disputed payment, and two for a refunded one with an invoice.
 * @param options.isKnown whether we have an order for it
 * @returns undefined for a session that does not exist at Stripe, for example from test mode, or that is not ours
 * @throws Error when its metadata contradicts our order
 */
export async function readCheckout(
  stripeContext: StripeContext,
  sessionId: string,
  options: { isKnown: boolean },
): Promise<Checkout | undefined> {
  const session = await findSession(stripeContext.stripe, sessionId);
  return session && describeCheckout(stripeContext, session, options);
}

/** @returns undefined for a session that does not exist at Stripe */
export async function findSession(
  stripe: Stripe,
  sessionId: string,
): Promise<Stripe.Checkout.Session | undefined> {
  try {
    return await stripe.checkout.sessions.retrieve(sessionId, { expand: partsOfSession });
  } catch (error) {
    if ((error as Partial<Stripe.errors.StripeError>).code === 'resource_missing') return undefined;
    throw error;
  }
}

/**
 * Returns the checkout of an event. Looks up a payment at Stripe, because the event may arrive before we have stored the order.
 * @returns undefined for a payment without a checkout
 */
export async function sessionOf(stripe: Stripe, subject: PaymentSubject): Promise<string | undefined> {
  if ('sessionId' in subject) return subject.sessionId;
  const paymentIntentId = await paymentOf(stripe, subject);
  if (!paymentIntentId) return undefined;
  const { data } = await stripe.checkout.sessions.list({ payment_intent: paymentIntentId, limit: 1 });
  return data[0]?.id;
}

/** Like `sessionOf`, but returns the whole session with its payment. */
export async function findSessionOf(
  stripe: Stripe,
  subject: PaymentSubject,
): Promise<Stripe.Checkout.Session | undefined> {
  if ('sessionId' in subject) return findSession(stripe, subject.sessionId);
  const paymentIntentId = await paymentOf(stripe, subject);
  if (!paymentIntentId) return undefined;
  const { data } = await stripe.checkout.sessions.list({
    payment_intent: paymentIntentId,
    limit: 1,
    expand: partsOfSession.map((part) => `data.${part}`),
  });
  return data[0];
}

type PaymentOrRefund = Exclude<PaymentSubject, { sessionId: string }>;

async function paymentOf(stripe: Stripe, subject: PaymentOrRefund): Promise<string | undefined> {
  if ('paymentIntentId' in subject) return subject.paymentIntentId;
  const { payment_intent: payment } = await stripe.refunds.retrieve(subject.refundId);
  return typeof payment === 'string' ? payment : payment?.id;
}

/**
 * @param options.isKnown whether we have an order for it; then the address in its metadata does not matter
 * @returns undefined for a session that is not ours: opened by another site or by hand
 * @throws Error when its metadata contradicts our order, because ignoring it would hide the payment
 */
export async function describeCheckout(
  { stripe, siteId, siteUrl }: StripeContext,
  session: Stripe.Checkout.Session,
  { isKnown }: { isKnown: boolean },
): Promise<Checkout | undefined> {
  const { site, userId, priceId, referralCode, termsVersion } = session.metadata ?? {};
  const isOfSite = isKnown || site === siteId || site === siteUrl;
  if (!isOfSite) return undefined;
  const isComplete = userId && priceId && termsVersion;
  if (session.mode !== 'payment' || !isComplete || session.client_reference_id !== userId) {
    if (!isKnown) return undefined;
    throw new Error(
      `Checkout ${session.id} has an order, but its metadata at Stripe does not match a checkout of ours.`,
    );
  }
  const payment = expanded(session.payment_intent);
  const charge = expanded(payment?.latest_charge);
  const invoice = expanded(session.invoice);
  const country = session.customer_details?.address?.country;
  const disputes = payment && charge?.disputed ? await disputesOf(stripe, payment) : [];
  return {
    sessionId: session.id,
    userId,
    priceId,
    ...(referralCode ? { referralCode } : {}),
    termsVersion,
    createdAt: new Date(session.created * 1000).toISOString(),
    status: orderStatusOf(session, disputes),
    amountInCents: session.amount_total ?? 0,
    taxInCents: session.total_details?.amount_tax ?? 0,
    amountRefundedInCents: charge?.amount_refunded ?? 0,
    currency: session.currency ?? 'usd',
    ...(country ? { country } : {}),
    ...describeInvoice(invoice),
    ...(invoice && payment && (charge?.amount_refunded || invoice.post_payment_credit_notes_amount)
      ? await readCreditNotes(stripe, invoice, payment.id)
      : {}),
    ...(payment ? { paymentIntentId: payment.id } : {}),
    ...(charge?.receipt_url ? { receiptUrl: charge.receipt_url } : {}),
    ...describeDispute(disputes),
  };
}

/** Stripe lists the latest dispute first. An inquiry asks for evidence too. */
function describeDispute(disputes: readonly Stripe.Dispute[]): Pick<Checkout, 'dispute'> {
  const needsEvidence = ({ status }: Stripe.Dispute) =>
    status === 'needs_response' || status === 'warning_needs_response';
  const dispute = disputes.find(needsEvidence) ?? disputes[0];
  if (!dispute) return {};
  const { due_by: dueBy } = dispute.evidence_details;
  return {
    dispute: {
      disputeId: dispute.id,
      reason: dispute.reason,
      amountInCents: dispute.amount,
      currency: dispute.currency,
      isInquiry: dispute.status.startsWith('warning_'),
      needsEvidence: needsEvidence(dispute),
      ...(dueBy ? { dueAt: new Date(dueBy * 1000).toISOString() } : {}),
    },
  };
}

function describeInvoice(
  invoice: Stripe.Invoice | null | undefined,
): Pick<Checkout, 'invoiceId' | 'invoiceNumber' | 'isReverseCharge'> {
  if (!invoice) return {};
  const { id, number, total_taxes: taxes } = invoice;
  const isReverseCharge = taxes?.some((tax) => tax.taxability_reason === 'reverse_charge');
  return {
    invoiceId: id,
    ...(number ? { invoiceNumber: number } : {}),
    ...(isReverseCharge ? { isReverseCharge } : {}),
  };
}

/** A payment rarely has more than one dispute, and no card network allows a hundred. */
async function disputesOf(stripe: Stripe, { id }: Stripe.PaymentIntent) {
  const { data } = await stripe.disputes.list({ payment_intent: id, limit: 100 });
  return data;
}

/**
 * Derives the state of an order from its money. A full refund takes precedence, then a lost, an open and a won dispute.
 * @throws Error when a dispute is in an unknown state
 */
export function orderStatusOf(
  session: Pick<Stripe.Checkout.Session, 'status' | 'payment_status' | 'payment_intent'>,
  disputes: readonly Pick<Stripe.Dispute, 'status'>[],
): OrderStatus {
  if (session.status === 'expired') return 'expired';
  if (session.status !== 'complete') return 'created';
  if (session.payment_status === 'no_payment_required') return 'free';
  const payment = expanded(session.payment_intent);
  if (session.payment_status === 'unpaid') {
    return payment && failedPayments.has(payment.status) ? 'failed' : 'paymentPending';
  }
  const charge = expanded(payment?.latest_charge);
  const moneyIs = new Set(disputes.map(moneyOf));
  if (charge?.refunded) return 'refunded';
  if (moneyIs.has('lost')) return 'disputeLost';
  if (moneyIs.has('disputed')) return 'disputed';
  if (charge?.amount_refunded) return 'partlyRefunded';
  return moneyIs.has('won') ? 'disputeWon' : 'paid';
}

/** The state of an order by its dispute. An inquiry (`warning_...`) moves no money. */
const moneyByDispute: Partial<Record<Stripe.Dispute.Status, 'disputed' | 'won' | 'lost' | 'untouched'>> = {
  warning_needs_response: 'untouched',
  warning_under_review: 'untouched',
  warning_closed: 'untouched',
  needs_response: 'disputed',
  under_review: 'disputed',
  won: 'won',
  // The inquiry ended before the bank took money. The charge shows a refund, if there was one.
  prevented: 'won',
  lost: 'lost',
  // The bank keeps the money until an appeal is decided.
  appeal_needs_response: 'lost',
  appeal_under_review: 'lost',
};

function moneyOf({ status }: Pick<Stripe.Dispute, 'status'>) {
  const money = moneyByDispute[status];
  if (!money) throw new Error(`A dispute is ${status}: add this state and what it means for a license.`);
  return money;
}

const failedPayments: ReadonlySet<Stripe.PaymentIntent.Status> = new Set([
  'requires_payment_method',
  'canceled',
]);

/** Returns an expanded object of Stripe's response; null or undefined if it is missing or not expanded. */
function expanded<Found extends object>(value: string | Found | null | undefined): Found | null | undefined {
  return typeof value === 'string' ? undefined : value;
}
