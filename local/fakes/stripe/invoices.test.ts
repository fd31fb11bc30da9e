import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BuyerDetails } from './buyer-details.ts';
import { openTaxedAccount } from './test-account.ts';

type Account = Awaited<ReturnType<typeof openTaxedAccount>>;

let account: Account;

beforeEach(async () => {
  account = await openTaxedAccount();
});

const german: BuyerDetails = {
  address: { line1: 'Große Straße 1', city: 'Köln', postal_code: '50667', country: 'DE' },
};
const business: BuyerDetails = { ...german, businessName: 'Ada (€) GmbH', taxId: 'DE123456789' };

async function buy(buyer = german, ...params: Parameters<Account['open']>) {
  const { id } = await account.open(...params);
  const { invoice } = await account.actions.pay(id, buyer);
  return account.stripe.invoices.retrieve(String(invoice));
}

describe('an invoice', () => {
  it('is created with the payment, and is paid', async () => {
    const invoice = await buy();
    expect(invoice).toMatchObject({
      object: 'invoice',
      number: 'LOCAL-0001',
      status: 'paid',
      currency: 'usd',
      subtotal: 4900,
      subtotal_excluding_tax: 4900,
      total: 5831,
      total_excluding_tax: 4900,
      amount_due: 5831,
      amount_paid: 5831,
      amount_paid_off_stripe: 0,
      amount_remaining: 0,
      customer: expect.stringMatching(/^cus_/),
      customer_email: 'ada@example.com',
      customer_address: { country: 'DE', city: 'Köln' },
      automatic_tax: { enabled: true, status: 'complete' },
      status_transitions: { paid_at: account.clock.nowSeconds },
    });
    const tax = {
      amount: 931,
      tax_behavior: 'exclusive',
      taxability_reason: 'standard_rated',
      taxable_amount: 4900,
    };
    expect(invoice.total_taxes).toMatchObject([tax]);
    expect(invoice.lines.data).toMatchObject([
      { amount: 4900, quantity: 1, description: 'License', taxes: [tax] },
    ]);
    expect((await buy()).number).toBe('LOCAL-0002');
  });

  it('adds up the taxes of lines with the same behavior', async () => {
    const line_items = ['price_plus', 'price_with', 'price_with'].map((price) => ({ price, quantity: 1 }));
    expect(await buy(german, 'price_plus', { line_items })).toMatchObject({
      subtotal: 8898,
      subtotal_excluding_tax: 8898 - 638,
      total: 9829,
      total_excluding_tax: 9829 - 931 - 638,
      total_taxes: [
        { amount: 931, tax_behavior: 'exclusive', taxable_amount: 4900 },
        { amount: 638, tax_behavior: 'inclusive', taxable_amount: 3360 },
      ],
    });
  });

  it('names the business, and the reason for the missing tax', async () => {
    expect(await buy(business)).toMatchObject({
      customer_name: 'Ada (€) GmbH',
      customer_tax_ids: [{ type: 'eu_vat', value: 'DE123456789' }],
      total_taxes: [{ amount: 0, taxability_reason: 'reverse_charge' }],
    });
  });

  it('is expanded in a session, and listed', async () => {
    const { id: sessionId } = await account.open();
    await account.actions.payLater(sessionId, german);
    const paid = await buy();
    const session = await account.stripe.checkout.sessions.retrieve(sessionId, { expand: ['invoice'] });
    expect(session.invoice).toMatchObject({ object: 'invoice', status: 'open', amount_paid: 0 });
    const all = await account.stripe.invoices.list({ created: { lte: account.clock.nowSeconds }, limit: 1 });
    expect([all.has_more, all.data[0]?.id]).toEqual([true, paid.id]);
  });

  it('is paid when its bank debit succeeds', async () => {
    const { id } = await account.open();
    const { invoice } = await account.actions.payLater(id, german);
    account.clock.nowSeconds += 100;
    await account.actions.settleLater(id);
    expect(await account.stripe.invoices.retrieve(String(invoice))).toMatchObject({
      status: 'paid',
      amount_remaining: 0,
      status_transitions: { paid_at: account.clock.nowSeconds },
    });
  });

  it('is not created for a free order, or without `invoice_creation`', async () => {
    const free = await account.open('price_free');
    expect(await account.actions.pay(free.id)).toMatchObject({ invoice: null });
    const without = await account.open('price_plus', { invoice_creation: { enabled: false } });
    expect(await account.actions.pay(without.id, german)).toMatchObject({ invoice: null });
    expect((await account.stripe.invoices.list()).data).toEqual([]);
  });
});

it('has a link to a PDF with the facts of the invoice', async () => {
  const { number, invoice_pdf } = await buy(business, 'price_plus', { currency: 'eur' });
  const { headers, ...answer } = await account.service.answer({
    ...{ method: 'GET', search: '', headers: {}, body: '' },
    path: new URL(String(invoice_pdf)).pathname,
  });
  expect(headers['content-disposition']).toBe(`attachment; filename="Invoice-${number}.pdf"`);
  expect(answer.body.startsWith('%PDF-1.7\n')).toBe(true);
  const shown = [...answer.body.matchAll(/\((.*)\) Tj/g)].map(([, string]) => string);
  expect(shown).toEqual([
    `Invoice ${number}`,
    'Date: 2023-11-14',
    'Paid',
    'Ada \\(\\200\\) GmbH',
    'ada@example.com',
    'Gro\\337e Stra\\337e 1',
    '50667 K\\366ln',
    'Germany',
    'Tax id: DE123456789',
    '1 x License: \\20049.00',
    'Tax \\(0%\\), included: \\2000.00',
    'Total: \\20049.00',
    'Reverse charge: the buyer accounts for the tax.',
  ]);
  const offsets = [...answer.body.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
  expect(offsets.map((offset) => answer.body.slice(offset).split('\n', 1)[0])).toEqual(
    offsets.map((_, index) => `${index + 1} 0 obj`),
  );
});

it('keeps invoices and their links after a restart', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'stripe-'));
  account = await openTaxedAccount({ dir });
  const { id, invoice_pdf, number } = await buy();
  account = await openTaxedAccount({ dir });
  expect(await account.stripe.invoices.retrieve(id)).toMatchObject({ status: 'paid', number });
  expect((await account.service.fetch(String(invoice_pdf))).status).toBe(200);
  await rm(dir, { recursive: true });
});
