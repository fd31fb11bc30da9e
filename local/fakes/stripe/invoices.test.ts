import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BuyerDetails } from './buyer-details.ts';
import { openTaxedAccount } from './taxed-account.ts';

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
    const invoice = await buy(german, 'price_plus', {
      invoice_creation: {
        enabled: true,
        invoice_data: { metadata: { order: '1' }, description: 'Thanks', footer: 'Bye' },
      },
    });
    expect(invoice).toMatchObject({
      object: 'invoice',
      number: expect.stringMatching(/^[0-9A-F]{8}-0001$/),
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
      metadata: { order: '1' },
      description: 'Thanks',
      footer: 'Bye',
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
    expect((await buy()).number).toBe(invoice.number?.replace('0001', '0002'));
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

  it('is expanded in a session, and listed by status', async () => {
    const { id: sessionId } = await account.open();
    await account.actions.payLater(sessionId, german);
    const paid = await buy();
    const session = await account.stripe.checkout.sessions.retrieve(sessionId, { expand: ['invoice'] });
    expect(session.invoice).toMatchObject({ object: 'invoice', status: 'open', amount_paid: 0 });
    const open = await account.stripe.invoices.list({ status: 'open' });
    expect(open.data.map(({ id }) => id)).toEqual([(session.invoice as { id: string }).id]);
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

describe('the links of an invoice', () => {
  const load = async (url?: string | null) => {
    const answer = await account.service.fetch(String(url));
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  it('open a page that links the PDF', async () => {
    const { number, hosted_invoice_url } = await buy();
    const { status, text } = await load(hosted_invoice_url);
    expect(status).toBe(200);
    expect(text).toContain(number);
    expect(text).toContain('$58.31');
    const pdf = /<a href="([^"]+)">Download the invoice as PDF/.exec(text)?.[1]?.replaceAll('&#38;', '&');
    expect((await load(pdf)).headers.get('content-type')).toBe('application/pdf');
  });

  it('serve a PDF with the facts of the invoice', async () => {
    const { number, invoice_pdf } = await buy(business, 'price_plus', { currency: 'eur' });
    const { status, headers, text } = await load(invoice_pdf);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="Invoice-${number}.pdf"`);
    expect(text.startsWith('%PDF-1.7\n')).toBe(true);
    const shown = [...text.matchAll(/\((.*)\) Tj/g)].map(([, string]) => string);
    expect(shown).toEqual([
      'Invoice',
      `Invoice number: ${number}`,
      'Date: 2023-11-14',
      'Paid: 2023-11-14',
      '',
      'Bill to',
      'Ada \\(\\200\\) GmbH',
      'ada@example.com',
      'Gro\\337e Stra\\337e 1',
      '50667 K\\366ln',
      'Germany',
      'Tax id: DE123456789',
      '',
      'Items',
      '1 x License',
      '\\20049.00',
      '',
      'Subtotal',
      '\\20049.00',
      'Tax \\(0%\\), included',
      '\\2000.00',
      'Total',
      '\\20049.00',
      '',
      'Reverse charge: the buyer accounts for the tax.',
    ]);
  });

  it('wrap long texts, and continue on another page', async () => {
    const footer = Array.from({ length: 400 }, () => 'footnote').join(' ');
    const { invoice_pdf } = await buy(german, 'price_plus', {
      invoice_creation: { enabled: true, invoice_data: { footer } },
    });
    const { text } = await load(invoice_pdf);
    expect(text).toContain('/Count 2');
    const offsets = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
    expect(offsets.map((offset) => text.slice(offset).split('\n', 1)[0])).toEqual(
      offsets.map((_, index) => `${index + 1} 0 obj`),
    );
    for (const [, length, content] of text.matchAll(/\/Length (\d+) >>\nstream\n(.*?)\nendstream/gs))
      expect(content).toHaveLength(Number(length));
  });

  it('expire after 30 days, while the API returns a new link', async () => {
    const { id, invoice_pdf, hosted_invoice_url } = await buy();
    account.clock.nowSeconds += 30 * 24 * 3600 - 1;
    expect((await load(invoice_pdf)).status).toBe(200);
    account.clock.nowSeconds += 1;
    expect((await load(invoice_pdf)).status).toBe(410);
    expect((await load(hosted_invoice_url)).text).toContain('Link expired');
    expect((await load((await account.stripe.invoices.retrieve(id)).invoice_pdf)).status).toBe(200);
  });

  it('open no other invoice, and cannot be extended', async () => {
    const [first, second] = [await buy(), await buy()];
    expect((await load(first.invoice_pdf?.replace(first.id, second.id))).status).toBe(404);
    expect((await load(first.invoice_pdf?.replace(/expires=\d+/, 'expires=99999999999'))).status).toBe(404);
    expect((await load(first.invoice_pdf?.replace(/\?.*/, ''))).status).toBe(404);
  });
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
