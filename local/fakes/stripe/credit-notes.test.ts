import { beforeEach, describe, expect, it } from 'vitest';
import { openTaxedAccount } from './test-account.ts';

type Account = Awaited<ReturnType<typeof openTaxedAccount>>;

let account: Account;
let invoice: { id: string; number: string | null; lineId: string };
let payment: string;

beforeEach(async () => {
  account = await openTaxedAccount();
  ({ invoice, payment } = await buy());
});

/** $49.00 and $9.31 tax. */
async function buy() {
  const { id } = await account.open('price_plus');
  const paid = await account.actions.pay(id, {
    address: { line1: 'Große Straße 1', city: 'Köln', postal_code: '50667', country: 'DE' },
  });
  const { lines, ...created } = await account.stripe.invoices.retrieve(String(paid.invoice));
  return {
    invoice: { id: created.id, number: created.number, lineId: String(lines.data[0]?.id) },
    payment: String(paid.payment_intent),
  };
}

const refund = async (amount?: number) =>
  (await account.stripe.refunds.create({ payment_intent: payment, ...(amount ? { amount } : {}) })).id;

const credit = (params: object) =>
  account.stripe.creditNotes.create({ invoice: invoice.id, ...params } as never);

const wholeInvoice = () => ({
  lines: [{ type: 'invoice_line_item', invoice_line_item: invoice.lineId, quantity: 1 }],
});

describe('a credit note', () => {
  it('credits the lines of an invoice with their taxes, and links the refund', async () => {
    const note = await credit({ ...wholeInvoice(), refunds: [{ refund: await refund() }] });
    expect(note).toMatchObject({
      object: 'credit_note',
      number: `${invoice.number}-CN-01`,
      status: 'issued',
      total: 5831,
      total_excluding_tax: 4900,
      post_payment_amount: 5831,
      refunds: [{ amount_refunded: 5831, type: 'refund' }],
      lines: { data: [{ amount: 4900, quantity: 1 }] },
    });
    expect(await account.stripe.invoices.retrieve(invoice.id)).toMatchObject({
      post_payment_credit_notes_amount: 5831,
    });
    expect((await account.stripe.creditNotes.list({ invoice: invoice.id })).data).toMatchObject([note]);
    expect([...account.service.store.events.values()].at(-1)?.event).toMatchObject({
      type: 'credit_note.created',
      data: { object: { id: note.id } },
    });
  });

  it('credits a part, and is numbered per invoice', async () => {
    await credit({ amount: 1000, refunds: [{ refund: await refund(1000) }] });
    const second = await credit({ amount: 500, refunds: [{ refund: await refund(500) }] });
    expect(second).toMatchObject({ number: `${invoice.number}-CN-02`, total: 500 });
  });

  it('has a link to a PDF', async () => {
    const { pdf, number } = await credit({ ...wholeInvoice(), refunds: [{ refund: await refund() }] });
    const answer = await account.service.fetch(pdf);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Credit-note-${number}.pdf"`,
    );
    const text = await answer.text();
    expect(text).toContain(`(For invoice ${invoice.number})`);
    expect(text).toContain('(Total credited: $58.31)');
  });

  it('can be voided once', async () => {
    const note = await account.actions.creditRefund(await refund(1000));
    expect(await account.actions.voidCreditNote(note.id)).toMatchObject({ status: 'void' });
    await expect(account.actions.voidCreditNote(note.id)).rejects.toThrow('already void');
    expect(await account.stripe.invoices.retrieve(invoice.id)).toMatchObject({
      post_payment_credit_notes_amount: 0,
    });
  });
});

describe('a request for a credit note is refused', () => {
  it.each([
    [
      'without an amount and lines',
      async () => ({ refunds: [{ refund: await refund(100) }] }),
      'exactly one',
    ],
    [
      'for more than its refund',
      async () => ({ amount: 101, refunds: [{ refund: await refund(100) }] }),
      'must equal',
    ],
    ['without a refund', async () => ({ amount: 100 }), 'must equal'],
    ['for an unknown refund', async () => ({ amount: 100, refunds: [{ refund: 're_1' }] }), 'No such refund'],
    [
      'for an unknown line',
      async () => ({ lines: [{ type: 'invoice_line_item', invoice_line_item: 'il_1', quantity: 1 }] }),
      'No such',
    ],
    ['that makes the refund itself', async () => ({ amount: 100, refund_amount: 100 }), 'refund_amount'],
  ])('%s', async (_, params, message) => {
    await expect(credit(await params())).rejects.toThrow(message);
  });

  it('for a refund of another payment', async () => {
    const first = invoice;
    ({ invoice, payment } = await buy());
    const other = await refund(100);
    invoice = first;
    await expect(credit({ amount: 100, refunds: [{ refund: other }] })).rejects.toThrow('not of a payment');
  });

  it('for a refund that has one', async () => {
    const refundId = await refund(100);
    await account.actions.creditRefund(refundId);
    await expect(account.actions.creditRefund(refundId)).rejects.toThrow('already has a credit note');
  });

  it('when credit notes and other refunds would exceed what was paid', async () => {
    const failed = await refund();
    await account.actions.creditRefund(failed);
    await account.actions.failRefund(failed);
    await expect(account.actions.creditRefund(await refund())).rejects.toThrow('creditable amount (0)');
  });

  it('for an invoice that is not paid', async () => {
    const { id } = await account.open('price_plus');
    const { invoice: open } = await account.actions.payLater(id);
    const params = { invoice: String(open), amount: 1, refunds: [] };
    await expect(account.stripe.creditNotes.create(params)).rejects.toThrow('paid invoices');
  });
});
