import type { Page } from '@playwright/test';
import type { StoredOrder } from '../../lambdas/domain/orders/order-store.ts';
import { stages } from '../../lib/stages.ts';
import type { Person } from '../person.ts';
import { tabTo } from './by-keyboard.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, test } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { playAtStripe } from './play-at-stripe.ts';
import { signInAsNewPerson } from './sign-in.ts';

interface Buyer {
  currency: string;
  country: string;
  /** The tax id of a business. */
  taxId?: string;
}

const american: Buyer = { currency: 'usd', country: 'US' };

/** Opens the payment page of the paid license, which no page of ours offers yet, and enters the address. */
async function openPaidCheckout(
  page: Page,
  person: Person,
  siteUrl: string,
  { currency, country, taxId }: Buyer = american,
): Promise<void> {
  const { url } = await person.call('checkout', {
    priceId: stages.local.priceIds.lifetime ?? '',
    currency,
    success_url: `${siteUrl}/pricing?checkout=success&session={CHECKOUT_SESSION_ID}`,
    cancel_url: `${siteUrl}/pricing?checkout=cancelled`,
  });
  await page.goto(url);
  await page.getByLabel('Country').selectOption(country);
  await page.getByLabel('Street and number').fill('1 Main Street');
  await page.getByLabel('City').fill('Town');
  await page.getByLabel('Postal code').fill('12345');
  if (taxId) {
    await page.getByLabel('Business name').fill('Ana Ltd');
    await page.getByLabel('Tax ID').fill(taxId);
  }
  await page.getByRole('button', { name: 'Continue' }).click();
}

const purchases = (page: Page) => page.getByRole('tabpanel').getByRole('listitem');

test('links to the offer without purchases, and prints a receipt of the free license', {
  tag: '@extended',
}, async ({ page, cloud }) => {
  test.setTimeout(180_000);
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  await openPage(page, '/account?tab=purchases');
  await expect(page.getByText('You have not bought anything yet.')).toBeVisible();
  await page.getByRole('link', { name: 'See the offer' }).click();
  await page.getByRole('button', { name: 'Get your free license' }).click();
  await page.getByRole('button', { name: 'Complete order' }).click();
  await expect(page.getByText('Your license is ready.')).toBeVisible();
  await page.waitForURL('**/pricing?checkout=success');

  await openPage(page, '/account?tab=purchases');
  await expect(purchases(page).first()).toContainText('Lorewright Early Access');
  await tabTo(page, page.locator('summary', { hasText: 'The license as ordered' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'No subscription' })).toBeVisible();
  await expectUsableByEveryone(page);

  await page.getByRole('link', { name: /^Receipt for/ }).click();
  const sheet = page.getByRole('article', { name: 'Receipt' });
  await expect(sheet).toContainText(person.email);
  await expect(sheet).toContainText('Free');
  await expectUsableByEveryone(page);
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('html[data-printed]')).toBeAttached();

  await page.emulateMedia({ media: 'print' });
  await expect(sheet).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
});

const cells = [
  { buyer: american, price: '$49.00', tax: 'including $3.97 tax', place: 'United States' },
  {
    buyer: { currency: 'eur', country: 'DE' },
    price: '€49.00',
    tax: 'including €7.82 tax',
    place: 'Germany',
  },
  {
    buyer: { currency: 'eur', country: 'DE', taxId: 'DE123456789' },
    price: '€49.00',
    tax: '',
    place: 'Germany',
  },
  { buyer: { currency: 'jpy', country: 'JP' }, price: '¥7,800', tax: 'including ¥709 tax', place: 'Japan' },
];

for (const { buyer, price, tax, place } of cells) {
  // `test/payments/tax-matrix.test.ts` checks the tax of all buyers.
  const tag = buyer === american ? [] : '@extended';
  const kind = 'taxId' in buyer ? 'a business' : 'a person';
  test(`sells the paid license to ${kind} in ${place}, with tax, invoice and receipt`, { tag }, async ({
    page,
    cloud,
    context,
  }) => {
    test.setTimeout(180_000);
    const person = await signInAsNewPerson(page, cloud.siteUrl);
    await openPaidCheckout(page, person, cloud.siteUrl, buyer);
    await expect(page.getByText(price).first()).toBeVisible();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByText('Your license is ready.')).toBeVisible();
    await page.waitForURL('**/pricing?checkout=success');

    await openPage(page, '/account?tab=purchases');
    const purchase = purchases(page).first();
    await expect(purchase).toContainText('Lorewright Lifetime');
    await expect(purchase).toContainText(tax ? `${price}, ${tax}` : price);
    if (!tax) await expect(purchase).not.toContainText('including');
    await expect(purchase).toContainText(place);
    await expect(page.getByRole('button', { name: /^Invoice \(PDF\)/ })).toBeVisible();
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: /^Stripe’s receipt for/ }).click();
    await expect((await opened).getByText(price).first()).toBeVisible();
  });
}

test('withdraws from a paid order in two steps, which ends the license', async ({ page, cloud }) => {
  test.setTimeout(180_000);
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  await openPaidCheckout(page, person, cloud.siteUrl);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.waitForURL('**/pricing?checkout=success');

  await openPage(page, '/account?tab=purchases');
  await page.getByRole('link', { name: /^Withdraw from contract here for/ }).click();
  await expect(page.getByLabel('Order number (optional)')).toHaveValue(/^cs_/);
  await expect(page.getByLabel('Email address of the order')).toHaveValue(person.email);
  await page.getByLabel('Name').fill('Ana Ferreira');
  await expectUsableByEveryone(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('I withdraw from the contract for this order.')).toBeVisible();
  await expectUsableByEveryone(page);
  await page.getByRole('button', { name: 'Confirm withdrawal', exact: true }).click();
  await expect(page.getByText(/^We received your withdrawal on/)).toBeVisible();
  await expectUsableByEveryone(page);

  await expect(async () => {
    await openPage(page, '/account?tab=purchases');
    await expect(purchases(page).first()).toContainText('so we have refunded $49.00');
  }).toPass();
  await expect(purchases(page).first()).toContainText('Withdrawn');
  await expect(page.getByRole('link', { name: /^Withdraw from contract here for/ })).toHaveCount(0);
});

test('shows a pending payment, which becomes a license', { tag: '@extended' }, async ({ page, cloud }) => {
  test.setTimeout(180_000);
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  await openPaidCheckout(page, person, cloud.siteUrl);
  await page.getByRole('button', { name: 'Pay later, by bank debit' }).click();
  await expect(page.getByText(/Your bank is processing the payment/)).toBeVisible();
  await expectUsableByEveryone(page);
  await page.getByRole('link', { name: 'Your purchases' }).click();
  await expect(purchases(page).first()).toContainText('On its way');
  await expect(page.getByRole('link', { name: /^Receipt for/ })).toHaveCount(0);

  const [order] = (await person.call('myOrders')).orders;
  await playAtStripe(cloud.siteUrl, { action: 'settleLater', id: order?.orderId ?? '' });
  await expect
    .poll(async () => (await person.call('myOrders')).orders[0]?.status, { intervals: [50] })
    .toBe('paid');
  await page.reload();
  await expect(purchases(page).first()).toContainText('You have a lifetime license.');
  await expect(page.getByRole('link', { name: /^Receipt for/ })).toBeVisible();
});

test('shows refunded and failed payments', { tag: '@extended' }, async ({ page, cloud }) => {
  test.setTimeout(180_000);
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  await openPaidCheckout(page, person, cloud.siteUrl);
  await page.getByRole('button', { name: 'Pay later, by bank debit' }).click();
  await expect(page.getByText(/Your bank is processing the payment/)).toBeVisible();
  const [order] = (await person.call('myOrders')).orders;
  await playAtStripe(cloud.siteUrl, { action: 'failLater', id: order?.orderId ?? '' });
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Your bank declined the payment');
  await expectUsableByEveryone(page);

  await openPaidCheckout(page, person, cloud.siteUrl);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText('Your license is ready.')).toBeVisible();
  const tables = await (await fetch(`${cloud.siteUrl}/__local/tables.json`)).json();
  const { paymentIntentId } = tables.DataOrders.find(
    ({ userId, status }: StoredOrder) => userId === person.userId && status === 'paid',
  );
  await playAtStripe(cloud.siteUrl, { action: 'refundPart', id: paymentIntentId, amount: '10' });
  await expect
    .poll(async () => (await person.call('myOrders')).orders[0]?.status, { intervals: [50] })
    .toBe('partlyRefunded');
  await openPage(page, '/account?tab=purchases');
  await expect(purchases(page).first()).toContainText('We have refunded $10.00 of $49.00.');
  await expect(page.getByText('Not paid', { exact: true })).toBeVisible();
  await expectUsableByEveryone(page);
});

test('does not show another user’s receipt', { tag: '@extended' }, async ({ page, cloud }) => {
  await signInAsNewPerson(page, cloud.siteUrl);
  await openPage(page, '/receipt?order=cs_test_of_somebody_else');
  await expect(page.getByText(/Your account has no such order/)).toBeVisible();
  await expectUsableByEveryone(page);
});
