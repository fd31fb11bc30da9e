import { type Cause, recordEvent } from './record-event.ts';
import { invalidRequest } from './stripe-error.ts';
import { type Charge, createId, type Dispute, type EventType } from './stripe-objects.ts';
import type { StripeStore } from './stripe-store.ts';

interface NewDisputeOptions {
  /** https://docs.stripe.com/disputes/categories */
  reason?: string;
  /** By default, the amount that was not refunded. */
  amount?: number;
}

const openStatuses = ['warning_needs_response', 'warning_under_review', 'needs_response', 'under_review'];

export function isInquiry({ status }: Dispute): boolean {
  return status.startsWith('warning_');
}

export function isOpen({ status }: Dispute): boolean {
  return openStatuses.includes(status);
}

/** An open or lost dispute blocks refunds, because the bank has the money. An inquiry does not. */
export function findBlockingDispute(store: StripeStore, charge: Charge): Dispute | undefined {
  return disputesOf(store, charge).find(
    (dispute) => dispute.status === 'lost' || (isOpen(dispute) && !isInquiry(dispute)),
  );
}

/**
 * The buyer's bank withdraws the money until the dispute is decided.
 * https://docs.stripe.com/disputes/how-disputes-work
 * @throws StripeError when the charge did not succeed, or has a dispute
 */
export function openDispute(
  store: StripeStore,
  charge: Charge,
  options: NewDisputeOptions,
  cause: Cause,
): Dispute {
  const dispute = addDispute(store, charge, 'needs_response', options, cause);
  recordEvent(store, 'charge.dispute.funds_withdrawn', dispute, cause);
  return dispute;
}

/**
 * The buyer's bank inquires before it withdraws money. `charge.disputed` is true, and refunds are possible.
 * @throws StripeError as `openDispute`
 */
export function openInquiry(
  store: StripeStore,
  charge: Charge,
  options: NewDisputeOptions,
  cause: Cause,
): Dispute {
  return addDispute(store, charge, 'warning_needs_response', options, cause);
}

/** @throws StripeError unless it is an open inquiry */
export function escalateInquiry(store: StripeStore, dispute: Dispute, cause: Cause): void {
  expectStatus(dispute, ['warning_needs_response', 'warning_under_review']);
  changeStatus(store, dispute, 'needs_response', 'charge.dispute.updated', cause);
  recordEvent(store, 'charge.dispute.funds_withdrawn', dispute, cause);
}

/** @throws StripeError unless the dispute needs a response */
export function submitEvidence(store: StripeStore, dispute: Dispute, cause: Cause): void {
  expectStatus(dispute, ['warning_needs_response', 'needs_response']);
  dispute.evidence_details.has_evidence = true;
  dispute.evidence_details.submission_count += 1;
  dispute.evidence_details.submission_method = 'manual';
  const status = isInquiry(dispute) ? 'warning_under_review' : 'under_review';
  changeStatus(store, dispute, status, 'charge.dispute.updated', cause);
}

/**
 * The account gets the money back. A lost dispute can still be won, because a bank may reverse its decision.
 * @throws StripeError unless the dispute is open or lost
 */
export function winDispute(store: StripeStore, dispute: Dispute, cause: Cause): void {
  expectStatus(dispute, ['needs_response', 'under_review', 'lost']);
  const type = dispute.status === 'lost' ? 'charge.dispute.updated' : 'charge.dispute.closed';
  changeStatus(store, dispute, 'won', type, cause);
  recordEvent(store, 'charge.dispute.funds_reinstated', dispute, cause);
}

/** @throws StripeError unless it is open */
export function loseDispute(store: StripeStore, dispute: Dispute, cause: Cause): void {
  expectStatus(dispute, ['needs_response', 'under_review']);
  changeStatus(store, dispute, 'lost', 'charge.dispute.closed', cause);
}

/** @throws StripeError unless it is an open inquiry */
export function closeInquiry(store: StripeStore, dispute: Dispute, cause: Cause): void {
  expectStatus(dispute, ['warning_needs_response', 'warning_under_review']);
  changeStatus(store, dispute, 'warning_closed', 'charge.dispute.closed', cause);
}

/** A full refund ends an inquiry. */
export function closeRefundedInquiry(store: StripeStore, charge: Charge, cause: Cause): void {
  for (const dispute of disputesOf(store, charge)) {
    if (isOpen(dispute) && isInquiry(dispute)) closeInquiry(store, dispute, cause);
  }
}

function addDispute(
  store: StripeStore,
  charge: Charge,
  status: Dispute['status'],
  { reason = 'fraudulent', amount }: NewDisputeOptions,
  cause: Cause,
): Dispute {
  if (charge.status !== 'succeeded') {
    throw invalidRequest(`Charge ${charge.id} cannot be disputed: it has not succeeded.`);
  }
  if (disputesOf(store, charge).some((each) => isOpen(each) || each.status === 'lost')) {
    throw invalidRequest(`Charge ${charge.id} is disputed already.`);
  }
  const disputed = amount ?? (charge.amount - charge.amount_refunded || charge.amount);
  const dispute = newDispute(charge, { status, reason, amount: disputed }, cause.nowSeconds);
  dispute.is_charge_refundable = isInquiry(dispute);
  store.disputes.set(dispute.id, dispute);
  // Remains true after the dispute.
  charge.disputed = true;
  recordEvent(store, 'charge.dispute.created', dispute, cause);
  return dispute;
}

function changeStatus(
  store: StripeStore,
  dispute: Dispute,
  status: Dispute['status'],
  type: EventType,
  cause: Cause,
): void {
  const previous = { status: dispute.status, is_charge_refundable: dispute.is_charge_refundable };
  dispute.status = status;
  dispute.is_charge_refundable = status === 'won' || isInquiry(dispute);
  recordEvent(store, type, dispute, cause, previous);
}

function expectStatus(dispute: Dispute, statuses: string[]): void {
  if (statuses.includes(dispute.status)) return;
  throw invalidRequest(
    `Dispute ${dispute.id} has a status of \`${dispute.status}\`; this is possible with ${statuses.join(', ')} only.`,
  );
}

function disputesOf(store: StripeStore, charge: Charge): Dispute[] {
  return [...store.disputes.values()].filter((dispute) => dispute.charge === charge.id);
}

const RESPOND_WITHIN_SECONDS = 7 * 24 * 3600;

/** The values are texts or file ids. */
const evidenceFields = [
  ...['access_activity_log', 'billing_address', 'cancellation_policy', 'cancellation_policy_disclosure'],
  ...['cancellation_rebuttal', 'customer_communication', 'customer_email_address', 'customer_name'],
  ...['customer_purchase_ip', 'customer_signature', 'duplicate_charge_documentation'],
  ...[
    'duplicate_charge_explanation',
    'duplicate_charge_id',
    'product_description',
    'receipt',
    'refund_policy',
  ],
  ...['refund_policy_disclosure', 'refund_refusal_explanation', 'service_date', 'service_documentation'],
  ...['shipping_address', 'shipping_carrier', 'shipping_date', 'shipping_documentation'],
  ...['shipping_tracking_number', 'uncategorized_file', 'uncategorized_text'],
];

const noEvidence = {
  ...Object.fromEntries(evidenceFields.map((name) => [name, null])),
  enhanced_evidence: {},
} as unknown as Dispute['evidence'];

function newDispute(
  charge: Charge,
  { status, reason, amount }: Pick<Dispute, 'status' | 'reason' | 'amount'>,
  createdSeconds: number,
): Dispute {
  return {
    id: createId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: createdSeconds,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { ...noEvidence },
    evidence_details: {
      due_by: createdSeconds + RESPOND_WITHIN_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status,
  };
}
