import { mailsTo, registerPerson } from '../person.ts';
import { registerAdmin } from '../registered-admin.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, expectComplaints, test } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAs } from './sign-in.ts';

test('sends a license again in three clicks, with an audit entry', async ({ page, cloud }) => {
  test.setTimeout(120_000);
  const buyer = await registerPerson(cloud.siteUrl);
  const { url } = await buyer.call('checkout', {
    priceId: 'price_local_early_access',
    success_url: `${cloud.siteUrl}/pricing`,
    cancel_url: `${cloud.siteUrl}/pricing`,
  });
  await fetch(url, { method: 'POST', redirect: 'manual' });
  const licenseMails = async () =>
    (await mailsTo(cloud.siteUrl, buyer.email)).filter(({ subject }) => subject === 'Your Lorewright license')
      .length;
  await expect.poll(licenseMails).toBe(1);

  await signInAs(page, cloud.siteUrl, await registerAdmin(cloud.siteUrl));
  await openPage(page, '/account');
  await page.getByRole('link', { name: 'Desk' }).click();
  await expect(page.getByText(/Nothing (else )?is due\./)).toBeVisible();
  await expectUsableByEveryone(page);
  await page.getByLabel('Find a person').fill(buyer.email.slice(0, 12));
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByRole('heading', { name: buyer.email })).toBeVisible();
  await expectUsableByEveryone(page);

  await page.getByRole('button', { name: 'Send the license again' }).click();
  await page.getByLabel('Reason').fill('Lost the file with the computer.');
  await page.getByRole('button', { name: 'Send the license again' }).click();
  await expect(page.getByText('The license was sent again.')).toBeVisible();
  await expect(page.getByText('License sent again').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send the license again' })).toBeFocused();
  await expectUsableByEveryone(page);
  await expect.poll(licenseMails).toBe(2);
});

test('shows an admin without an authenticator app what is missing', async ({ page, cloud, complaints }) => {
  await signInAs(page, cloud.siteUrl, await registerAdmin(cloud.siteUrl, { hasFactor: false }));
  await openPage(page, '/desk');
  const missing = 'The desk needs an authenticator app';
  await expect(page.getByRole('region', { name: 'Today' }).getByRole('alert')).toContainText(missing);
  await page.getByLabel('Find a person').fill('ana');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.locator('form').getByRole('alert')).toContainText(missing);
  await expectUsableByEveryone(page);
  await expectComplaints(complaints, /403/);
});
