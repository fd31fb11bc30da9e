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
