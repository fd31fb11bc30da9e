import type Stripe from 'stripe';
import type { CreditNote } from '../../../contract/records/order.ts';
import { describeError, logger } from '../../platform/logger.ts';

/** A refund that we made, and the request for its credit note. */
export interface MissingCreditNote {
  refundId: string;
  params: Stripe.CreditNoteCreateParams;
}

/**
 * Reads the credit notes for an invoice, and finds the refunds by us that have none. A refund in the Stripe Dashboard gets a credit note
 * only if somebody makes it there, and a credit note that somebody voided is not made again.
 * @see https://docs.stripe.com/invoicing/dashboard/credit-notes
 */
export async function readCreditNotes(
  stripe: Stripe,
  invoice: Stripe.Invoice,
  paymentIntentId: string,
): Promise<{ creditNotes?: CreditNote[]; missingCreditNotes?: MissingCreditNote[] }> {
  // Stripe lists the newest first.
  const [refunds, notes] = await Promise.all([
    readAll(stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 })),
    readAll(stripe.creditNotes.list({ invoice: invoice.id, limit: 100 })),
  ]);
  const credited = new Set(notes.flatMap(refundsOf));
  const made = refunds.filter(({ status }) => status === 'succeeded' || status === 'pending');
  const creditNotes = notes
    .filter(({ status }) => status === 'issued')
    .map((note) => describeNote(note, made));
  const missing = made.filter((refund) => isOurs(refund) && !credited.has(refund.id));
  return {
    ...(creditNotes.length > 0 ? { creditNotes } : {}),
    ...(missing.length > 0
      ? { missingCreditNotes: missing.map((refund) => requestFor(refund, invoice)) }
      : {}),
  };
}

/**
 * Makes credit notes for refunds that were made. The refund comes first: money must not wait for a document. After a crash between the
 * two, the event of the refund or `reconcile` gets here again. The idempotency key makes two runs at once share one credit note, and a
 * later run finds it in Stripe's list. A refusal by Stripe is logged: the refund is valid without a credit note, and repeating the event
 * changes nothing.
 * @returns whether one was made
 */
export async function createCreditNotes(stripe: Stripe, missing: MissingCreditNote[] = []): Promise<boolean> {
  let hasCreated = false;
  for (const { refundId, params } of missing) {
    try {
      await stripe.creditNotes.create(params, { idempotencyKey: `creditNote-${refundId}` });
      hasCreated = true;
    } catch (error) {
      if ((error as Partial<Stripe.errors.StripeError>).type !== 'StripeInvalidRequestError') throw error;
      logger.error('Stripe refused a credit note', { refundId, error: describeError(error) });
    }
  }
  return hasCreated;
}

/** Oldest first. */
async function readAll<Item>(newestFirst: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of newestFirst) items.unshift(item);
  return items;
}

/** The metadata of our refunds names the order, or the action of the desk. */
const isOurs = ({ metadata }: Stripe.Refund) => Boolean(metadata?.orderId ?? metadata?.actionId);

const refundsOf = ({ refunds }: Stripe.CreditNote) =>
  refunds.map(({ refund }) => (typeof refund === 'string' ? refund : refund.id));

function describeNote(note: Stripe.CreditNote, made: Stripe.Refund[]): CreditNote {
  const [refundId] = refundsOf(note);
  const position = made.findIndex(({ id }) => id === refundId);
  const refundedInCents = made.slice(0, position + 1).reduce((sum, { amount }) => sum + amount, 0);
  return { creditNoteId: note.id, number: note.number, ...(position === -1 ? {} : { refundedInCents }) };
}

/** The credit note for a whole invoice credits its lines, so that it shows their taxes. */
function requestFor(
  { id, amount }: Stripe.Refund,
  { id: invoice, total, lines }: Stripe.Invoice,
): MissingCreditNote {
  const credited =
    amount === total
      ? {
          lines: lines.data.map((line) => ({
            type: 'invoice_line_item' as const,
            invoice_line_item: line.id,
            quantity: line.quantity ?? 1,
          })),
        }
      : { amount };
  return { refundId: id, params: { invoice, ...credited, refunds: [{ refund: id }] } };
}
