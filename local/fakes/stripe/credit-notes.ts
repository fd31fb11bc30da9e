import type { FormObject } from './form-encoding.ts';
import {
  asObject,
  checkKnownParams,
  readChoice,
  readInteger,
  readList,
  readText,
  requireParam,
} from './read-params.ts';
import { type Cause, recordEvent } from './record-event.ts';
import { invalidRequest, resourceMissing } from './stripe-error.ts';
import {
  type CreditNote,
  type CreditNoteLine,
  createId,
  type Invoice,
  type Refund,
} from './stripe-objects.ts';
import type { StripeStore } from './stripe-store.ts';

/**
 * Creates a credit note for refunds of a paid invoice that were made before. The fake cannot make the refund itself (`refund_amount`).
 * Together with refunds without a credit note, credit notes never exceed what was paid.
 * https://docs.stripe.com/api/credit_notes/create
 * @throws StripeError
 */
export function createCreditNote(store: StripeStore, params: FormObject, cause: Cause): CreditNote {
  checkKnownParams(params, ['invoice', 'amount', 'lines', 'refunds']);
  const invoiceId = requireParam(readText(params, 'invoice'), 'invoice');
  const invoice = store.invoices.get(invoiceId);
  if (!invoice) throw resourceMissing('invoice', invoiceId, 'invoice');
  if (invoice.status !== 'paid') {
    throw invalidRequest('You can only create credit notes for refunds of paid invoices.', 'invoice');
  }
  const lines = readLines(params, invoice);
  const linked = readList(params, 'refunds').map((value, index) => readLink(store, invoice, value, index));
  const { amount, taxes } = creditedAmount(readInteger(params, 'amount', 1), lines, invoice);
  const number = [...store.creditNotes.values()].filter((note) => note.invoice === invoiceId).length + 1;
  checkAmount(store, invoice, amount, linked);
  const creditNote: CreditNote = {
    ...blank,
    id: createId('cn'),
    amount,
    created: cause.nowSeconds,
    currency: invoice.currency,
    customer: String(invoice.customer),
    effective_at: cause.nowSeconds,
    invoice: invoiceId,
    lines: { object: 'list', data: lines, has_more: false, url: '/v1/credit_notes/lines' },
    number: `${invoice.number}-CN-${String(number).padStart(2, '0')}`,
    post_payment_amount: amount,
    refunds: linked.map(({ id, amount: amountRefunded }) => ({
      amount_refunded: amountRefunded,
      payment_record_refund: null,
      refund: id,
      type: 'refund',
    })),
    subtotal: amount - taxes,
    subtotal_excluding_tax: amount - taxes,
    total: amount,
    total_excluding_tax: amount - taxes,
  };
  store.creditNotes.set(creditNote.id, creditNote);
  invoice.post_payment_credit_notes_amount += amount;
  recordEvent(store, 'credit_note.created', creditNote, cause);
  return creditNote;
}

/** The fields with the same value in every new credit note. */
const blank = {
  object: 'credit_note',
  amount_shipping: 0,
  customer_account: null,
  customer_balance_transaction: null,
  discount_amount: 0,
  discount_amounts: [],
  livemode: false,
  memo: null,
  metadata: {},
  out_of_band_amount: null,
  pre_payment_amount: 0,
  pretax_credit_amounts: [],
  reason: null,
  shipping_cost: null,
  status: 'issued',
  total_taxes: [],
  type: 'post_payment',
  voided_at: null,
} satisfies Partial<CreditNote>;

/** Lines by quantity only. */
function readLines(params: FormObject, invoice: Invoice): CreditNoteLine[] {
  return readList(params, 'lines').map((value, index) => {
    const param = `lines[${index}]`;
    const line = asObject(value, param);
    checkKnownParams(line, ['type', 'invoice_line_item', 'quantity']);
    readChoice(line, 'type', ['invoice_line_item']);
    const id = requireParam(readText(line, 'invoice_line_item'), `${param}[invoice_line_item]`);
    const credited = invoice.lines.data.find((each) => each.id === id);
    if (!credited) throw resourceMissing('invoice line item', id, `${param}[invoice_line_item]`);
    const quantity = requireParam(readInteger(line, 'quantity', 1), `${param}[quantity]`);
    if (quantity > (credited.quantity ?? 1)) {
      throw invalidRequest(
        'The quantity is greater than that of the invoice line item.',
        `${param}[quantity]`,
      );
    }
    return {
      id: createId('cnli'),
      object: 'credit_note_line_item',
      amount: (credited.amount / (credited.quantity ?? 1)) * quantity,
      description: credited.description,
      discount_amount: 0,
      discount_amounts: [],
      invoice_line_item: id,
      livemode: false,
      metadata: {},
      pretax_credit_amounts: [],
      quantity,
      tax_rates: [],
      taxes: credited.taxes ?? [],
      type: 'invoice_line_item',
      unit_amount: null,
      unit_amount_decimal: null,
    };
  });
}

function creditedAmount(
  asked: number | undefined,
  lines: CreditNoteLine[],
  invoice: Invoice,
): { amount: number; taxes: number } {
  if ((asked === undefined) === (lines.length === 0)) {
    throw invalidRequest('You must pass exactly one of `amount` and `lines`.', 'amount');
  }
  if (asked !== undefined) return { amount: asked, taxes: 0 };
  const share = (line: CreditNoteLine) => {
    const whole = invoice.lines.data.find(({ id }) => id === line.invoice_line_item)?.quantity ?? 1;
    return (line.quantity ?? 1) / whole;
  };
  const taxes = (behavior?: string) =>
    lines.reduce(
      (sum, line) =>
        sum +
        line.taxes
          .filter(({ tax_behavior }) => behavior === undefined || tax_behavior === behavior)
          .reduce((ofLine, { amount }) => ofLine + Math.round(amount * share(line)), 0),
      0,
    );
  const net = lines.reduce((sum, { amount }) => sum + amount, 0);
  return { amount: net + taxes('exclusive'), taxes: taxes() };
}

function readLink(store: StripeStore, invoice: Invoice, value: FormObject[string], index: number): Refund {
  const param = `refunds[${index}]`;
  const link = asObject(value, param);
  checkKnownParams(link, ['refund', 'type']);
  const id = requireParam(readText(link, 'refund'), `${param}[refund]`);
  const refund = store.refunds.get(id);
  if (!refund) throw resourceMissing('refund', id, `${param}[refund]`);
  const checkout = [...store.checkouts.values()].find(({ session }) => session.invoice === invoice.id);
  if (refund.payment_intent !== checkout?.session.payment_intent) {
    throw invalidRequest(`Refund ${id} is not of a payment of this invoice.`, `${param}[refund]`);
  }
  if (isLinked(store, id)) {
    throw invalidRequest(`Refund ${id} already has a credit note.`, `${param}[refund]`);
  }
  return refund;
}

const isLinked = (store: StripeStore, refundId: string) =>
  [...store.creditNotes.values()].some(({ refunds }) => refunds.some(({ refund }) => refund === refundId));

function checkAmount(store: StripeStore, invoice: Invoice, amount: number, linked: Refund[]): void {
  const sum = (refunds: Refund[]) => refunds.reduce((total, each) => total + each.amount, 0);
  if (sum(linked) !== amount) {
    throw invalidRequest(
      `The sum of the refunds (${sum(linked)}) must equal the post-payment amount of the credit note (${amount}).`,
      'refunds',
    );
  }
  const ofInvoice = [...store.checkouts.values()].find(({ session }) => session.invoice === invoice.id);
  const unlinked = [...store.refunds.values()].filter(
    (refund) =>
      refund.payment_intent === ofInvoice?.session.payment_intent &&
      refund.status === 'succeeded' &&
      !linked.includes(refund) &&
      !isLinked(store, refund.id),
  );
  const left = invoice.amount_paid - invoice.post_payment_credit_notes_amount - sum(unlinked);
  if (amount > left) {
    throw invalidRequest(
      `The credit note amount (${amount}) is greater than the creditable amount (${left}).`,
      'amount',
    );
  }
}

/** Somebody voids a credit note in the Dashboard, which changes no refund. https://docs.stripe.com/api/credit_notes/void */
export function voidCreditNote(store: StripeStore, creditNote: CreditNote, cause: Cause): void {
  if (creditNote.status !== 'issued') {
    throw invalidRequest(`Credit note ${creditNote.number} is already void.`);
  }
  Object.assign(creditNote, { status: 'void', voided_at: cause.nowSeconds });
  const invoice = store.invoices.get(creditNote.invoice);
  if (invoice) invoice.post_payment_credit_notes_amount -= creditNote.amount;
  recordEvent(store, 'credit_note.voided', creditNote, cause, { status: 'issued', voided_at: null });
}
