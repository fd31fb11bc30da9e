import { codeFor, mailsTo, registerPerson } from '../person.ts';
import { registerUnconfirmed } from '../unconfirmed-account.ts';
import { addSecondFactor } from './authenticator-app.ts';
import { maxClicks, openPerson } from './desk-page.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, test } from './fixtures.ts';

test('sends the code of a registration to a corrected address', { tag: '@extended' }, async ({
  page,
  cloud,
}) => {
  test.setTimeout(120_000);
  const { email } = await registerUnconfirmed(cloud.siteUrl);
  const { click, clicks } = await openPerson(page, cloud.siteUrl, { email });
  await click('Send the code again');
  await page.getByLabel('Address').fill(`right-${email}`);
  await page.getByLabel('Reason').fill('Typed the wrong address.');
  await expectUsableByEveryone(page);
  await click('Send the code again');
  await expect(page.getByRole('heading', { name: `right-${email}` })).toBeVisible();
  expect(clicks()).toBeLessThanOrEqual(maxClicks);
  expect(await codeFor(cloud.siteUrl, `right-${email}`)).toMatch(/^\d{6}$/);
});

test('starts the waiting period for a lost authenticator app', { tag: '@extended' }, async ({
  page,
  cloud,
}) => {
  test.setTimeout(120_000);
  const person = await registerPerson(cloud.siteUrl);
  await person.call('me');
  await addSecondFactor(cloud.siteUrl, person);
  const { click, clicks } = await openPerson(page, cloud.siteUrl, person);
  await click('Turn off the second factor in 24 hours');
  await page.getByLabel('Reason').fill('Lost the phone.');
  await click('Turn off the second factor in 24 hours');
  await expect(page.getByText(/^asked for on/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Turn off the second factor/ })).toHaveCount(0);
  expect(clicks()).toBeLessThanOrEqual(maxClicks);
  await expectUsableByEveryone(page);
  await expect.poll(async () => (await mailsTo(cloud.siteUrl, person.email)).length).toBeGreaterThan(1);

  const requesting = clicks();
  await click('Keep the second factor');
  await page.getByLabel('Reason').fill('Found the phone.');
  await click('Keep the second factor');
  await expect(
    page.getByRole('status').filter({ hasText: 'The request is canceled, and the owner gets an email.' }),
  ).toBeFocused();
  await expect(page.getByText(/^asked for on/)).toHaveCount(0);
  expect(clicks() - requesting).toBeLessThanOrEqual(maxClicks);
});

test('exports the data of a person, then deletes the account on request', { tag: '@extended' }, async ({
  page,
  cloud,
}) => {
  test.setTimeout(120_000);
  const { email, userId } = await registerPerson(cloud.siteUrl);
  const { click, clicks } = await openPerson(page, cloud.siteUrl, { email });
  await click('Export the data');
  await page.getByLabel('Reason').fill('Asked by email.');
  const download = page.waitForEvent('download');
  await click('Export the data');
  expect((await download).suggestedFilename()).toBe(`lorewright-data-${userId}.json`);
  await expect(page.getByText(/Data exported, \w{3} \d/)).toBeVisible();
  const exporting = clicks();
  expect(exporting).toBeLessThanOrEqual(maxClicks);

  await click('Delete the account');
  await page.getByLabel('Type the address to confirm').fill(email);
  await page.getByLabel('Reason').fill('Asked by email.');
  await expectUsableByEveryone(page);
  await click('Delete the account');
  await expect(page.getByText(/Account deleted, \w{3} \d/)).toBeVisible();
  expect(clicks() - exporting).toBeLessThanOrEqual(maxClicks);
  await expect
    .poll(async () => (await mailsTo(cloud.siteUrl, email)).map(({ subject }) => subject), {
      timeout: 20_000,
    })
    .toContain('Your Lorewright account is deleted');
});
