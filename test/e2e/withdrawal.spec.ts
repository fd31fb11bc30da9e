import { mailsTo, registerPerson } from '../person.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, test } from './fixtures.ts';
import { openPage } from './open-page.ts';

test('completes a withdrawal without an account and an order number by the emailed link', async ({
  page,
  cloud,
}) => {
  test.setTimeout(120_000);
  const person = await registerPerson(cloud.siteUrl);
  const { url } = await person.call('checkout', {
    priceId: 'price_local_lifetime',
    success_url: `${cloud.siteUrl}/pricing?checkout=success`,
    cancel_url: `${cloud.siteUrl}/pricing?checkout=cancelled`,
  });
  await page.goto(url);
  await page.getByLabel('Country').selectOption('US');
  await page.getByLabel('Street and number').fill('1 Main Street');
  await page.getByLabel('City').fill('Denver');
  await page.getByLabel('Postal code').fill('80202');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.waitForURL('**/pricing?checkout=success');

  await openPage(page, '/');
  await page.getByRole('link', { name: 'Withdraw from contract here' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Ana Ferreira');
  await page.getByLabel('Email address of the order').fill(person.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('I withdraw from the contract for this order.')).toBeVisible();
  // Back returns to the form with the typed values.
  await page.goBack();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ana Ferreira');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Confirm withdrawal', exact: true }).click();
  await expect(page.getByText(/our email to the address of the order contains a link/)).toBeVisible();

  let link = '';
  await expect
    .poll(
      async () => {
        const texts = (await mailsTo(cloud.siteUrl, person.email)).map(({ text }) => text);
        link = texts.map((text) => /\S+\/withdraw#token=\S+/.exec(text)?.[0]).find(Boolean) ?? '';
        return link;
      },
      { intervals: [100], timeout: 20_000 },
    )
    .toContain('#token=');
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByText(/^Confirm that you withdraw from order cs_/)).toBeVisible();
  await expectUsableByEveryone(page);
  await page.getByRole('button', { name: 'Confirm withdrawal', exact: true }).click();
  await expect(page.getByText(/^We received your withdrawal on/)).toBeVisible();
  // The token is not left in the address bar.
  expect(page.url()).toBe(`${cloud.siteUrl}/withdraw`);
  await expect
    .poll(async () => (await person.call('myOrders')).orders[0]?.status, {
      intervals: [100],
      timeout: 20_000,
    })
    .toBe('refunded');
});
