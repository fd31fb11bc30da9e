import Stripe from 'stripe';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { catalog, type Offer, type OfferId } from '../../contract/rules/catalog.ts';
import { offerTexts } from '../../contract/rules/offer-texts.ts';
import type { SalesTax } from '../../contract/rules/sales-tax.ts';
import { licenseEmail } from '../../lambdas/domain/mail/license-email.ts';
import { checkCheckoutRequest } from '../../lambdas/domain/orders/check-checkout-request.ts';
import { openCheckout } from '../../lambdas/domain/orders/open-checkout.ts';
import { orderStore } from '../../lambdas/domain/orders/order-store.ts';
import { ordersCsv } from '../../lambdas/domain/orders/orders-csv.ts';
import { publicOrder } from '../../lambdas/domain/orders/public-order.ts';
import { type SettlementDependencies, settleOrder } from '../../lambdas/domain/orders/settle-order.ts';
import { referralStore } from '../../lambdas/domain/referrals/referral-store.ts';
import { newUser } from '../../lambdas/domain/users/new-user.ts';
import { orSignInAgain } from '../../lambdas/domain/users/read-account.ts';
import { userStore } from '../../lambdas/domain/users/user-store.ts';
import { testTables } from '../../lambdas/platform/test-tables.ts';
import { openStripe } from '../../local/fakes/stripe/open-stripe.ts';
import { readAssortment, sellOffer } from '../../scripts/commands/setup-stripe/sell-offer.ts';
import { stackTable } from '../stack-tables.ts';
import { amountsOfCell, pagePrices, type TaxCountry, taxBuyers, taxCells } from './tax-cells.ts';

vi.mock('../../lambdas/platform/record-metric.ts');

/*
 * Each cell compares the price on the page, in the request to Stripe, and in the order, the email, the
 * invoice and the CSV.
 */

const taxNotes = { included: 'incl. VAT', excluded: 'plus tax' };
const siteUrl = 'https://site.test';
const tables = ['Orders', 'Users', 'Referrals'].map(stackTable);
const client = testTables(...tables);
const [ordersTable = '', usersTable = '', referralsTable = ''] = tables.map(({ name }) => name);
const orders = orderStore(client, ordersTable);
const users = userStore(client, usersTable);

async function openShop(salesTax: SalesTax) {
  const fake = await openStripe({
    products: [],
    listener: { secret: 'whsec_none', onEvent: () => {} },
  });
  const stripe = new Stripe('sk_test_1', {
    httpClient: Stripe.createFetchHttpClient(fake.fetch as typeof fetch),
  });
  const priceIds: Partial<Record<OfferId, string>> = {};
  for (const offerId of Object.keys(catalog) as OfferId[]) {
    const assortment = await readAssortment(stripe, 'local');
    const sale = { offerId, offer: catalog[offerId], assortment, salesTax, deployedPriceIds: [] };
    priceIds[offerId] = (await sellOffer(stripe, sale)).priceId;
  }
  return { fake, stripe, priceIds, salesTax };
}
type Shop = Awaited<ReturnType<typeof openShop>>;

let shops: Record<'included' | 'excluded', Shop>;
beforeAll(async () => {
  shops = { included: await openShop('included'), excluded: await openShop('excluded') };
});

/** Buys an offer, and returns its price in all places that show it. */
async function buy(
  { fake, stripe, priceIds, salesTax }: Shop,
  { offerId, country, isBusiness }: { offerId: OfferId; country: TaxCountry; isBusiness: boolean },
) {
  const offer: Offer = catalog[offerId];
  const { currency, taxId } = taxBuyers[country];
  const userId = `user-${crypto.randomUUID()}`;
  const email = `${userId}@example.test`;
  await users.create(newUser(userId, email, new Date()));
  const request = {
    priceId: priceIds[offerId] ?? '',
    ...(offer.amountInCents > 0 ? { currency } : {}),
    success_url: `${siteUrl}/a`,
    cancel_url: `${siteUrl}/b`,
  };
  const sale = checkCheckoutRequest(request, { priceIds, siteUrl, now: new Date() });
  const context = { stripe, siteId: 'pool-1', siteUrl, orders, users };
  const { sessionId } = await openCheckout(
    { ...context, readUser: async () => orSignInAgain(await users.find(userId)) },
    { userId, groups: [], signedInAt: new Date(), accessToken: '' },
    request,
    offer.amountInCents > 0 ? { currency: sale.currency, salesTax } : undefined,
  );
  const asked = await stripe.checkout.sessions.retrieve(sessionId);
  await fake.actions.pay(sessionId, {
    email,
    ...(offer.amountInCents > 0
      ? { address: { country, line1: '1 Main Street', city: 'Town', postal_code: '12345' } }
      : {}),
    ...(isBusiness && offer.amountInCents > 0 ? { businessName: 'Ana Ltd', taxId } : {}),
  });
  const settlement: SettlementDependencies = {
    ...context,
    referrals: referralStore(client, referralsTable),
    requestGroupSync: async () => {},
    publishUserChanged: async () => {},
    requestLicense: async () => {},
    publishLicenseChanged: async () => {},
    now: () => new Date(),
    pause: async () => {},
  };
  const stored = await settleOrder(settlement, { sessionId, cause: 'test' });
  if (!stored) throw new Error('The order is missing.');
  const order = publicOrder(stored, stored.userId ?? '');
  const { invoiceId } = order;
  const invoice = invoiceId ? await stripe.invoices.retrieve(invoiceId) : undefined;
  const emailText = licenseEmail({ order, licenseFile: 'file', email, siteUrl }).text;
  const today = new Date().toISOString().slice(0, 10);
  const [, line] = ordersCsv([order], { from: today.slice(0, 4), to: today.slice(0, 4) }).text.split('\r\n');
  return { asked, order, invoice, emailText, line };
}

describe('a paid order', () => {
  it.each(taxCells)('costs the same everywhere for a $kind in $country, tax $salesTax', async (cell) => {
    const { country, kind, salesTax } = cell;
    const { currency } = taxBuyers[country];
    const { total, tax } = amountsOfCell(cell);

    expect(offerTexts(catalog.lifetime, salesTax).home).toContain(`$49.00 ${taxNotes[salesTax]}`);
    const { asked, order, invoice, emailText, line } = await buy(shops[salesTax], {
      offerId: 'lifetime',
      country,
      isBusiness: kind === 'business',
    });
    expect(asked).toMatchObject({
      currency,
      amount_subtotal: pagePrices[country],
      automatic_tax: { enabled: true },
      billing_address_collection: 'required',
      tax_id_collection: { enabled: true },
      invoice_creation: { enabled: true },
    });
    expect(order).toMatchObject({ amountInCents: total, taxInCents: tax, currency, country, status: 'paid' });
    expect(invoice).toMatchObject({ total, total_excluding_tax: total - tax, currency, amount_paid: total });
    const money = (amount: number) =>
      new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(
        currency === 'jpy' ? amount : amount / 100,
      );
    expect(emailText).toContain(
      tax > 0 ? `Price: ${money(total)}, including ${money(tax)} tax\n` : `Price: ${money(total)}\n`,
    );
    const plain = (amount: number) => (currency === 'jpy' ? String(amount) : (amount / 100).toFixed(2));
    const isReverseCharge = kind === 'business' && taxBuyers[country].isFreeOfTaxAsBusiness;
    expect(line?.split(',').slice(4)).toEqual([
      country,
      currency.toUpperCase(),
      plain(total - tax),
      plain(tax),
      plain(total),
      order.invoiceId,
      invoice?.number,
      '',
      isReverseCharge ? 'yes' : 'no',
    ]);
  });
});

describe('a free order', () => {
  it.each(taxCells)('is free everywhere for a $kind in $country, tax $salesTax', async (cell) => {
    const { country, kind, salesTax } = cell;
    expect(offerTexts(catalog.earlyAccess, salesTax).home).toMatch(/is free/);
    const { asked, order, invoice, emailText, line } = await buy(shops[salesTax], {
      offerId: 'earlyAccess',
      country,
      isBusiness: kind === 'business',
    });
    expect(asked).toMatchObject({ amount_total: 0, automatic_tax: { enabled: false } });
    expect(asked.tax_id_collection?.enabled ?? false).toBe(false);
    expect(order).toMatchObject({ amountInCents: 0, taxInCents: 0, status: 'free' });
    expect(invoice).toBeUndefined();
    expect(emailText).toContain('Price: Free ($0.00)\n');
    expect(line).toBe('');
  });
});
