import { type Charge, createId, type Dispute } from './stripe-objects.ts';

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

export function newDispute(
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
