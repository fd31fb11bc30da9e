import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import Stripe from 'stripe';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, test } from './fixtures.ts';

async function connectStripe(dir: string): Promise<Stripe> {
  const port = Number(await readFile(join(dir, 'stripe', 'port'), 'utf8'));
  return new Stripe('sk_test_local', { host: '127.0.0.1', port, protocol: 'http' });
}

async function openCheckout(stripe: Stripe, siteUrl: string): Promise<string> {
  const { url } = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price: 'price_local_lifetime', quantity: 1 }],
    customer_email: 'a.reader.with.a.rather.long.name@mail.of.the.library.example.com',
    success_url: `${siteUrl}/__local/stripe`,
    cancel_url: `${siteUrl}/pricing`,
  });
  return String(url);
}

async function expectUsableByDayAndNight(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectUsableByEveryone(page);
  }
}

const section = (page: Page, title: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: title, level: 2 }) });

test('plays every payment outcome by keyboard', { tag: '@extended' }, async ({ page, cloud }) => {
  const stripe = await connectStripe(cloud.dir);
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).first().focus();
    // The next press must wait for the page with the result of this one.
    const isShown = page.waitForEvent('load');
    await page.keyboard.press('Enter');
    await isShown;
  };

  await page.goto(await openCheckout(stripe, cloud.siteUrl));
  await press('Try a card that is declined');
  await expect(page.getByRole('alert')).toContainText('Your card was declined.');
  await press('Pay later, by bank debit');
  await expect(section(page, 'Payments')).toContainText('Under way');

  await press('Let it succeed');
  await expect(page.getByRole('status')).toContainText('succeeded');
  await page.getByLabel('Amount').first().fill('9.50');
  // Enter in the field presses the button next to it, not one of the others.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('$9.50 is refunded.');
  await press('Open a dispute');
  await press('Lose');
  await expect(section(page, 'Disputes')).toContainText('Lost');
  await press('Win after all');
  // Otherwise pending requests are held too.
  const countPending = async () => {
    const { data } = await stripe.events.list({ limit: 100 });
    return data.filter(({ pending_webhooks: pending }) => pending > 0).length;
  };
  await expect.poll(countPending, { intervals: [50] }).toBe(0);
  await press('Hold deliveries');
  await press('Refund the rest');
  await expect(section(page, 'Deliveries')).toContainText('1 delivery waits to be released.');
  await press('Release, newest first');
  await expect(page.getByRole('status')).toContainText('1 delivery released');
});

test('shows payment pages that are usable by everyone', { tag: '@extended' }, async ({ page, cloud }) => {
  test.slow();
  const stripe = await connectStripe(cloud.dir);
  await page.goto(await openCheckout(stripe, cloud.siteUrl));
  await page.getByRole('button', { name: 'Try a card that is declined' }).click();
  await expectUsableByDayAndNight(page);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();

  await page.goto('/__local/');
  await page.getByRole('link', { name: 'Payments' }).click();
  await page.getByRole('button', { name: 'Open an inquiry' }).first().click();
  await expectUsableByDayAndNight(page);

  await page.getByRole('link', { name: 'Receipt' }).first().click();
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  await expectUsableByDayAndNight(page);
});
