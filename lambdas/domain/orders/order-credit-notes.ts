import type Stripe from 'stripe';
import type { CreditNote } from '../../../contract/records/order.ts';
import { describeError, logger } from '../../platform/logger.ts';
import type { StoredOrder } from './order-store.ts';

/** A refund that we made, and the request for its credit note. */
export interface MissingCreditNote {
  refundId: string;
  params: Stripe.CreditNoteCreateParams;
}

export interface FoundCreditNotes {
  /** Missing if there is none. */
  creditNotes?: CreditNote[];
  /** Our refunds without a credit note, including those for which Stripe has refused one. */
  missingCreditNotes?: MissingCreditNote[];
  /** Stripe did not return them, for example because the key may not read them. */
  areCreditNotesUnknown?: true;
}

/**
 * Reads the credit notes for an invoice, and finds the refunds by us that have none. A refund in the Stripe Dashboard gets a credit note
 * only if somebody makes it there, and a credit note that somebody voided is not made again. A failure is logged, because the end of a
 * license must not wait for a document; the next event or `reconcile` reads them again.
 * @see https://docs.stripe.com/invoicing/dashboard/credit-notes
 */
export async function readCreditNotes(
  stripe: Stripe,
  invoice: Stripe.Invoice,
  paymentIntentId: string,
): Promise<FoundCreditNotes> {
  try {
    return await findCreditNotes(stripe, invoice, paymentIntentId);
  } catch (error) {
    logger.error('could not read credit notes', { paymentIntentId, error: describeError(error) });
    return { areCreditNotesUnknown: true };
  }
}

async function findCreditNotes(
  stripe: Stripe,
  invoice: Stripe.Invoice,
  paymentIntentId: string,
): Promise<FoundCreditNotes> {
  // Stripe lists the newest first.
  const [refunds, notes] = await Promise.all([
    readAll(stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 })),
    readAll(stripe.creditNotes.list({ invoice: invoice.id, limit: 100 })),
  ]);
  const credited = new Set(notes.flatMap(refundsOf));
  const made = refunds.filter(({ status }) => status === 'succeeded' || status === 'pending');
  const failed = new Set(
    refunds.filter(({ status }) => status === 'failed' || status === 'canceled').map(({ id }) => id),
  );
  const creditNotes = notes
    // Stripe cannot void the credit note of a paid invoice when its refund fails later.
    .filter((note) => note.status === 'issued' && !refundsOf(note).some((id) => failed.has(id)))
    .map((note) => describeNote(note, made));
  // A pending refund can still fail. An event follows when it succeeds.
  const missing = made.filter(
    (refund) => refund.status === 'succeeded' && isOurs(refund) && !credited.has(refund.id),
  );
  return {
    ...(creditNotes.length > 0 ? { creditNotes } : {}),
    ...(missing.length > 0
      ? { missingCreditNotes: missing.map((refund) => requestFor(refund, invoice)) }
      : {}),
  };
}

/** The credit notes that we still have to make. Stripe would refuse a refused one again. */
export function creditNotesToMake(
  { refusedCreditNotes = [] }: Pick<StoredOrder, 'refusedCreditNotes'>,
  { missingCreditNotes = [] }: Pick<FoundCreditNotes, 'missingCreditNotes'>,
): MissingCreditNote[] {
  return missingCreditNotes.filter(({ refundId }) => !refusedCreditNotes.includes(refundId));
}

/**
 * Makes credit notes for refunds that were made. The refund comes first: money must not wait for a document. After a crash between the
 * two, the event of the refund or `reconcile` gets here again. The idempotency key makes two runs at once share one credit note, and a
 * later run finds it in Stripe's list. Every failure is logged: the refund is valid without a credit note.
 * @returns whether one was made, and the refunds for which Stripe will never make one
 */
export async function createCreditNotes(
  stripe: Stripe,
  missing: MissingCreditNote[],
): Promise<{ hasCreated: boolean; refused: string[] }> {
  let hasCreated = false;
  const refused: string[] = [];
  for (const { refundId, params } of missing) {
    try {
      await stripe.creditNotes.create(params, { idempotencyKey: `creditNote-${refundId}` });
      hasCreated = true;
    } catch (error) {
      const isRefused = isRefusal(error as Partial<Stripe.errors.StripeError>);
      if (isRefused) refused.push(refundId);
      logger.error(isRefused ? 'Stripe refused a credit note' : 'could not make a credit note', {
        refundId,
        error: describeError(error),
      });
    }
  }
  return { hasCreated, refused };
}

/** Whether a request can never succeed. With `lock_timeout`, another request uses the same objects at this moment. */
const isRefusal = ({ type, code }: Partial<Stripe.errors.StripeError>) =>
  type === 'StripeInvalidRequestError' && code !== 'lock_timeout';

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
