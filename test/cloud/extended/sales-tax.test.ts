import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { catalog, type OfferId } from '../../../contract/rules/catalog.ts';
import { formatPrice, fractionDigitsOf } from '../../../contract/rules/format-price.ts';
import { pay } from '../../pay.ts';
import {
  amountsOfCell,
  pagePrices,
  type TaxCell,
  taxBuyers,
  taxCells,
  taxCountries,
} from '../../payments/tax-cells.ts';
import { mailsTo, registerPerson } from '../../person.ts';
import { runTeamCommand } from '../../team-command.ts';
import { checkoutRequest, ownCloud, siteUrl } from '../site.ts';

const cloud = ownCloud();
const inTime = { timeout: 15_000 };

/** Buys an offer like a buyer of the cell, and returns the order, the email and the invoice. */
async function buy(offerId: OfferId, { country, kind }: TaxCell) {
  const { currency, taxId } = taxBuyers[country];
  const person = await registerPerson(siteUrl);
  const isPaid = offerId === 'lifetime';
  const { sessionId, url } = await person.call('checkout', {
    ...checkoutRequest,
    priceId: catalog[offerId].priceIds.local,
    ...(isPaid ? { currency } : {}),
  });
  const address = { country, postal_code: '12345', line1: '1 Main Street', city: 'Town' };
  await pay(url, kind === 'business' && isPaid ? { ...address, businessName: 'Ana Ltd', taxId } : address);
  const [order] = await vi.waitFor(async () => {
    const { orders } = await person.call('myOrders');
    expect(orders).toEqual([
      expect.objectContaining({
        orderId: sessionId,
        licensedAt: expect.any(String),
        ...(isPaid ? { invoiceId: expect.any(String) } : {}),
      }),
    ]);
    return orders;
  }, inTime);
  const mail = await vi.waitFor(async () => {
    const mails = await mailsTo(siteUrl, person.email);
    const receipt = mails.find(({ subject }) => subject === 'Your Lorewright license');
    expect(receipt).toBeDefined();
    return receipt?.text ?? '';
  }, inTime);
  const readInvoice = async () => {
    const { url: pdf } = await person.call('invoice', { orderId: sessionId });
    return (await fetch(pdf)).text();
  };
  return { order, mail, readInvoice };
}

/** The lines of the accountant's file, by order. */
async function exportOrders(): Promise<Map<string, string[]>> {
  const dir = await mkdtemp(join(tmpdir(), 'lorewright-orders-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const file = join(dir, 'orders.csv');
  const period = ['--from', '2025-01', '--to', '2099-12'];
  const command = ['export', ...period, '--file', file];
  expect(await runTeamCommand(cloud.dir, 'scripts/commands/orders.ts', ...command)).toMatchObject({
    code: 0,
  });
  const lines = (await readFile(file, 'utf8')).split('\r\n').map((line) => line.split(','));
  return new Map(lines.map((fields) => [fields[2] ?? '', fields]));
}

describe.each(['included', 'excluded'] as const)('with the tax %s', (salesTax) => {
  const cells = taxCells.filter((cell) => cell.salesTax === salesTax);
  beforeAll(() => cloud.restart({ salesTax }), 30_000);

  it('shows the same amount on order, email, invoice and export for every buyer of the paid license', async () => {
    const bought = await Promise.all(cells.map(async (cell) => ({ cell, ...(await buy('lifetime', cell)) })));
    const exported = await exportOrders();
    for (const { cell, order, mail, readInvoice } of bought) {
      const { currency } = taxBuyers[cell.country];
      const { total, tax } = amountsOfCell(cell);
      const money = (amount: number) => formatPrice(amount, currency);
      const digits = fractionDigitsOf(currency);
      const decimal = (amount: number) => (amount / 10 ** digits).toFixed(digits);
      expect(order, JSON.stringify(cell)).toMatchObject({
        amountInCents: total,
        taxInCents: tax,
        currency,
        country: cell.country,
        status: 'paid',
      });
      expect(mail).toContain(
        tax > 0 ? `Price: ${money(total)}, including ${money(tax)} tax\n` : `Price: ${money(total)}\n`,
      );
      // Currency symbols are encoded in a PDF.
      const invoice = await readInvoice();
      for (const amount of tax > 0 ? [total, tax] : [total])
        expect(invoice).toContain(money(amount).replace(/^\D+/, ''));
      expect(exported.get(order?.orderId ?? '')?.slice(4, 9)).toEqual([
        cell.country,
        currency.toUpperCase(),
        ...[total - tax, tax, total].map(decimal),
      ]);
    }
  }, 90_000);

  it('charges nothing for the free license', async () => {
    // The checkout asks for no tax id, so a business is treated like a consumer.
    const consumers = cells.filter(({ kind }) => kind === 'consumer');
    const bought = await Promise.all(consumers.map((cell) => buy('earlyAccess', cell)));
    const exported = await exportOrders();
    for (const { order, mail } of bought) {
      expect(order).toMatchObject({ amountInCents: 0, taxInCents: 0, status: 'free' });
      expect(order).not.toHaveProperty('invoiceId');
      expect(mail).toContain('Price: Free ($0.00)\n');
      expect(exported.has(order?.orderId ?? '')).toBe(false);
    }
  }, 90_000);
});

it('sells at the prices of the page in each country', () => {
  const { amountInCents, otherAmounts } = catalog.lifetime;
  const prices = { usd: amountInCents, ...otherAmounts };
  for (const country of taxCountries)
    expect(prices).toHaveProperty(taxBuyers[country].currency, pagePrices[country]);
});
