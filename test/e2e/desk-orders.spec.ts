import { readFile } from 'node:fs/promises';
import { type Person, registerPerson } from '../person.ts';
import { registerAdmin } from '../registered-admin.ts';
import { maxClicks, openPerson } from './desk-page.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, test } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { playAtStripe } from './play-at-stripe.ts';
import { signInAs, signInAsNewPerson } from './sign-in.ts';

/** Registers a person who pays for a license on Stripe's page, and does not return to the site. */
async function registerPayer(siteUrl: string): Promise<Person> {
  const person = await registerPerson(siteUrl);
  const { url } = await person.call('checkout', {
    priceId: 'price_local_lifetime',
    success_url: `${siteUrl}/pricing`,
    cancel_url: `${siteUrl}/pricing`,
  });
  const body = () =>
    new URLSearchParams({
      country: 'US',
      line1: '1 Main Street',
      city: 'Denver',
      postal_code: '80202',
      attempt: 'pay',
    });
  for (const step of ['details', 'payment'])
    expect((await fetch(url, { method: 'POST', body: body(), redirect: 'manual' })).status, step).toBe(303);
  return person;
}

async function registerBuyer(siteUrl: string): Promise<Person> {
  const person = await registerPayer(siteUrl);
  await expect
    .poll(async () => (await person.call('myOrders')).orders[0]?.licenseFile, {
      intervals: [100],
      timeout: 20_000,
    })
    .toBeTruthy();
  return person;
}

test('refunds an order, which ends the license', async ({ page, cloud }) => {
  test.setTimeout(120_000);
  const buyer = await registerBuyer(cloud.siteUrl);
  const { click, clicks } = await openPerson(page, cloud.siteUrl, buyer);
  await click('Refund $49.00');
  await page.getByLabel('Reason').fill('Bought the wrong app.');
  await click('Refund $49.00');
  await expect(page.getByText('refunded by the team')).toBeVisible();
  await expect(page.getByText(/Refund, \w{3} \d/)).toBeVisible();
  expect(clicks()).toBeLessThanOrEqual(maxClicks);
  await expectUsableByEveryone(page);
  expect((await buyer.call('me')).subscription.status).toBe('none');
});

test('gives the missing license to a buyer who has paid', { tag: '@extended' }, async ({ page, cloud }) => {
  test.setTimeout(120_000);
  await playAtStripe(cloud.siteUrl, { action: 'hold' });
  try {
    const buyer = await registerPayer(cloud.siteUrl);
    expect((await buyer.call('myOrders')).orders).toEqual([]);
    const { click, clicks } = await openPerson(page, cloud.siteUrl, buyer);
    await expect(page.getByText('not paid as far as we know')).toBeVisible();
    await click('Ask Stripe again');
    await page.getByLabel('Reason').fill('Paid and got nothing.');
    await click('Ask Stripe again');
    await expect(page.getByText('$49.00, Lifetime, paid')).toBeVisible();
    expect(clicks()).toBeLessThanOrEqual(maxClicks);
    expect((await buyer.call('me')).subscription.status).toBe('active');
  } finally {
    await playAtStripe(cloud.siteUrl, { action: 'release' });
  }
});

test('refunds a part of an order, and keeps the license', { tag: '@extended' }, async ({ page, cloud }) => {
  test.setTimeout(120_000);
  const buyer = await registerBuyer(cloud.siteUrl);
  const { click, clicks } = await openPerson(page, cloud.siteUrl, buyer);
  await click('Refund a part');
  await page.getByLabel('Amount in USD').fill('10.50');
  await page.getByLabel('Reason').fill('For the trouble.');
  await expectUsableByEveryone(page);
  await click('Refund a part');
  await expect(page.getByText('$49.00, Lifetime, partly refunded')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refund $38.50' })).toBeVisible();
  expect(clicks()).toBeLessThanOrEqual(maxClicks);
  expect((await buyer.call('me')).subscription.status).toBe('active');
});

test('gives a reviewer a license, and revokes it', { tag: '@extended' }, async ({ page, cloud }) => {
  test.setTimeout(120_000);
  const reviewer = await registerPerson(cloud.siteUrl);
  await reviewer.call('me');
  const { click, clicks } = await openPerson(page, cloud.siteUrl, reviewer);
  await click('Give a license');
  await page.getByLabel('Reason').fill('Writes for a magazine.');
  await click('Give a license');
  await expect(page.getByText(/License given, \w{3} \d/)).toBeVisible();
  expect(clicks()).toBeLessThanOrEqual(maxClicks);
  await expect(page.getByText('from a gift')).toBeVisible();
  await expectUsableByEveryone(page);

  await click('Revoke');
  await page.getByLabel('Reason').fill('The magazine has closed.');
  await click('Revoke');
  await expect(page.getByText(/License revoked, \w{3} \d/)).toBeVisible();
  expect((await reviewer.call('me')).subscription.status).toBe('none');
});

test('creates 500 codes for a school, and redeems one by its link', { tag: '@extended' }, async ({
  page,
  cloud,
  context,
}) => {
  test.setTimeout(120_000);
  await signInAs(page, cloud.siteUrl, await registerAdmin(cloud.siteUrl));
  await openPage(page, '/desk?view=codes');
  await page.getByLabel('For').selectOption('education');
  await page.getByLabel(/^How many/).fill('500');
  await page.getByLabel('Note: who gets them, and why').fill('For the school of cartography.');
  await page.getByRole('button', { name: 'Make codes' }).click();
  await expect(page.getByText('500 codes are ready.')).toBeVisible();
  await expectUsableByEveryone(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the codes' }).click(),
  ]);
  const [header, first, ...more] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(header).toBe('code,link');
  expect(more).toHaveLength(499);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('0 of 500 redeemed')).toBeVisible();

  const [code = '', link = ''] = first?.split(',') ?? [];
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  // Without an account, the code waits until the pupil has logged in.
  await openPage(page, `/redeem${new URL(link).hash}`);
  await expect(page.getByText(/^Log in or create an account/)).toBeVisible();
  await expect(page).toHaveURL(`${cloud.siteUrl}/redeem`);
  const pupil = await signInAsNewPerson(page, cloud.siteUrl);
  await openPage(page, `/redeem#code=${code}`);
  await expect(page.getByLabel('Code')).toHaveValue(code);
  await expectUsableByEveryone(page);
  await page.getByRole('button', { name: 'Redeem' }).click();
  await expect(page.getByText(/^Your license is ready/)).toBeVisible();
  await expectUsableByEveryone(page);
  await page.getByRole('link', { name: 'See your license' }).click();
  await expect(page.getByRole('button', { name: /Download/ }).first()).toBeVisible();
  expect((await pupil.call('myOrders')).orders[0]).toMatchObject({ source: 'code' });
});

test('lists the orders of a month with totals', async ({ page, cloud }) => {
  test.setTimeout(120_000);
  await registerBuyer(cloud.siteUrl);
  await signInAs(page, cloud.siteUrl, await registerAdmin(cloud.siteUrl));
  await openPage(page, '/desk');
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Orders' }).click();
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByText('$49.00').first()).toBeVisible();
  await page.getByRole('button', { name: 'Totals and CSV' }).click();
  await expect(page.getByText(/\d+ orders?: \$/)).toBeVisible();
  await expectUsableByEveryone(page);
});
