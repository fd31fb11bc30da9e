import type Stripe from 'stripe';
import { describe, expect, it, vi } from 'vitest';
import { logger } from '../../platform/logger.ts';
import { createCreditNotes, creditNotesToMake, readCreditNotes } from './order-credit-notes.ts';

const invoice = {
  id: 'in_1',
  total: 4900,
  lines: { data: [{ id: 'il_1', quantity: 1 }] },
} as unknown as Stripe.Invoice;

const refund = (id: string, change: Partial<Stripe.Refund> = {}): Stripe.Refund =>
  ({ id, amount: 1000, status: 'succeeded', metadata: { orderId: 'cs_1' }, ...change }) as Stripe.Refund;

const note = (id: string, refundId?: string, status = 'issued'): Stripe.CreditNote =>
  ({ id, number: `A-${id}`, status, refunds: refundId ? [{ refund: refundId }] : [] }) as Stripe.CreditNote;

/** @param refunds oldest first, as are the credit notes */
function arrange(refunds: Stripe.Refund[], notes: Stripe.CreditNote[]) {
  async function* list<Item>(oldestFirst: Item[]) {
    yield* oldestFirst.toReversed();
  }
  const create = vi.fn(async (_: object, __: object) => ({}));
  const stripe = {
    refunds: { list: () => list(refunds) },
    creditNotes: { list: () => list(notes), create },
  } as unknown as Stripe;
  return { create, stripe, read: () => readCreditNotes(stripe, invoice, 'pi_1') };
}

describe('readCreditNotes', () => {
  it('reads the credit notes with the amount that was refunded until then', async () => {
    const { read } = arrange(
      [refund('re_1'), refund('re_2', { status: 'failed' }), refund('re_3'), refund('re_4')],
      [note('cn_1', 're_1'), note('cn_3', 're_3'), note('cn_4', 're_4'), note('cn_5')],
    );
    expect(await read()).toEqual({
      creditNotes: [
        { creditNoteId: 'cn_1', number: 'A-cn_1', refundedInCents: 1000 },
        { creditNoteId: 'cn_3', number: 'A-cn_3', refundedInCents: 2000 },
        { creditNoteId: 'cn_4', number: 'A-cn_4', refundedInCents: 3000 },
        { creditNoteId: 'cn_5', number: 'A-cn_5' },
      ],
    });
  });

  it('does not return a credit note whose refund failed later', async () => {
    const { read } = arrange(
      [refund('re_1', { status: 'failed' }), refund('re_2', { status: 'canceled' }), refund('re_3')],
      [note('cn_1', 're_1'), note('cn_2', 're_2'), note('cn_3', 're_3')],
    );
    expect(await read()).toEqual({
      creditNotes: [{ creditNoteId: 'cn_3', number: 'A-cn_3', refundedInCents: 1000 }],
    });
  });

  it.each(['refunds', 'creditNotes'] as const)('logs that Stripe does not return the %s', async (list) => {
    const logged = vi.spyOn(logger, 'error').mockImplementation(() => {});
    const { stripe, read } = arrange([refund('re_1')], []);
    stripe[list].list = (() => {
      throw Object.assign(new Error('The key may not.'), { type: 'StripePermissionError' });
    }) as never;
    expect(await read()).toEqual({ areCreditNotesUnknown: true });
    expect(logged).toHaveBeenCalledExactlyOnceWith(
      'could not read credit notes',
      expect.objectContaining({ paymentIntentId: 'pi_1' }),
    );
  });

  it('finds a refund by us without a credit note', async () => {
    const { read } = arrange(
      [refund('re_1', { metadata: { actionId: 'action-1' } }), refund('re_2')],
      [note('cn_1', 're_1')],
    );
    expect((await read()).missingCreditNotes).toEqual([
      { refundId: 're_2', params: { invoice: 'in_1', amount: 1000, refunds: [{ refund: 're_2' }] } },
    ]);
  });

  it('credits the lines of the invoice after a refund of all of it', async () => {
    const { read } = arrange([refund('re_1', { amount: 4900 })], []);
    expect((await read()).missingCreditNotes).toEqual([
      {
        refundId: 're_1',
        params: {
          invoice: 'in_1',
          lines: [{ type: 'invoice_line_item', invoice_line_item: 'il_1', quantity: 1 }],
          refunds: [{ refund: 're_1' }],
        },
      },
    ]);
  });

  it.each([
    ['a refund in the Stripe Dashboard', [refund('re_1', { metadata: {} })], []],
    ['a refund that failed', [refund('re_1', { status: 'failed' })], []],
    ['a refund that is pending and can still fail', [refund('re_1', { status: 'pending' })], []],
    ['a credit note that somebody voided', [refund('re_1')], [note('cn_1', 're_1', 'void')]],
  ])('ignores %s', async (_, refunds, notes) => {
    expect(await arrange(refunds, notes).read()).toEqual({});
  });
});

describe('createCreditNotes', () => {
  const missing = ['re_1', 're_2'].map((refundId) => ({
    refundId,
    params: { invoice: 'in_1', amount: 1000, refunds: [{ refund: refundId }] },
  }));

  it('makes each with an idempotency key of its refund', async () => {
    const { create, stripe } = arrange([], []);
    expect(await createCreditNotes(stripe, missing)).toEqual({ hasCreated: true, refused: [] });
    expect(create.mock.calls).toEqual(
      missing.map(({ refundId, params }) => [params, { idempotencyKey: `creditNote-${refundId}` }]),
    );
  });

  it('logs a refusal by Stripe, and makes the others', async () => {
    const logged = vi.spyOn(logger, 'error').mockImplementation(() => {});
    const { create, stripe } = arrange([], []);
    const refusal = Object.assign(new Error('Too much.'), { type: 'StripeInvalidRequestError' });
    create.mockRejectedValueOnce(refusal);
    expect(await createCreditNotes(stripe, missing)).toEqual({ hasCreated: true, refused: ['re_1'] });
    expect(create).toHaveBeenCalledTimes(2);
    expect(logged).toHaveBeenCalledExactlyOnceWith(
      'Stripe refused a credit note',
      expect.objectContaining({ refundId: 're_1' }),
    );
    create.mockRejectedValue(refusal);
    expect(await createCreditNotes(stripe, missing)).toEqual({
      hasCreated: false,
      refused: ['re_1', 're_2'],
    });
  });

  it.each([
    ['cannot be reached', {}],
    ['does not allow the key to make one', { type: 'StripePermissionError' }],
    ['changes the invoice', { type: 'StripeInvalidRequestError', code: 'lock_timeout' }],
  ])('logs that Stripe %s, which is no refusal', async (_, details) => {
    const logged = vi.spyOn(logger, 'error').mockImplementation(() => {});
    const { create, stripe } = arrange([], []);
    create.mockRejectedValue(Object.assign(new Error('No.'), details));
    expect(await createCreditNotes(stripe, missing)).toEqual({ hasCreated: false, refused: [] });
    expect(logged.mock.calls.map(([message]) => message)).toEqual(
      Array(2).fill('could not make a credit note'),
    );
  });
});

describe('creditNotesToMake', () => {
  it('leaves out those that Stripe has refused', () => {
    const missingCreditNotes = ['re_1', 're_2'].map((refundId) => ({
      refundId,
      params: { invoice: 'in_1', amount: 1000, refunds: [{ refund: refundId }] },
    }));
    const left = creditNotesToMake({ refusedCreditNotes: ['re_1'] }, { missingCreditNotes });
    expect(left.map(({ refundId }) => refundId)).toEqual(['re_2']);
    expect(creditNotesToMake({}, {})).toEqual([]);
  });
});
