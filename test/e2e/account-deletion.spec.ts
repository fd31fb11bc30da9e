import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { mailsTo, password } from '../person.ts';
import { appCodeField, openSettings, passwordField } from './account-page.ts';
import { addSecondFactor } from './authenticator-app.ts';
import { allowComplaints, expect, expectComplaints, test } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAsNewPerson } from './sign-in.ts';

async function askForDeletion(page: Page, typedPassword = password): Promise<void> {
  await passwordField(page).fill(typedPassword);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
}

const farewell = (page: Page) => page.getByRole('heading', { name: 'Your account is deleted' });

test('deletes an account with the password, and informs the other tab', async ({
  page,
  context,
  cloud,
  complaints,
}) => {
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  await person.call('feedback', { feedbackId: randomUUID(), content: 'More islands.' });
  const other = await context.newPage();
  await openPage(other, `${cloud.siteUrl}/account`);
  await expect(other.getByText(person.email)).toBeVisible();

  await openSettings(page);
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await page.getByRole('button', { name: 'Go Back' }).click();
  await page.getByRole('button', { name: 'Delete Account' }).click();
  // Submitting without a password has no effect.
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(passwordField(page)).toBeFocused();
  await askForDeletion(page, 'Wrong-horse-7');
  await expect(page.getByRole('alert')).toHaveText('Incorrect password.');
  await askForDeletion(page);

  await expect(farewell(page)).toBeFocused();
  await expect(page.getByText('The feedback you sent us.')).toBeVisible();
  await expect(page.getByText('Nothing: you had no orders.')).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Log In' }),
  ).toBeVisible();
  await expect(other.getByText('This account was deleted in another tab.')).toBeVisible();
  await expect
    .poll(async () => (await mailsTo(cloud.siteUrl, person.email)).map(({ subject }) => subject), {
      intervals: [50],
    })
    .toContain('Your Lorewright account is deleted');
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /session|Cognito/.test(key))),
  ).toEqual([]);

  await openPage(page, '/auth');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert')).toHaveText('Incorrect username or password.');
  // The wrong password, and the requests of tabs during the deletion.
  await expectComplaints(complaints, /40[01]/);
});

test('reports that the account was deleted on another device', { tag: '@extended' }, async ({
  page,
  cloud,
  complaints,
}) => {
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  await openPage(page, '/account');
  await expect(page.getByText(person.email)).toBeVisible();
  await person.signInAgain();
  await person.call('deleteAccountData');
  await expect(page.getByText('Your session has ended. Log in to see your account.')).toBeVisible();
  await expectComplaints(complaints, /40[01]/);
});

test('requires the code of the second factor', { tag: '@extended' }, async ({ page, cloud, complaints }) => {
  const app = await addSecondFactor(cloud.siteUrl, await signInAsNewPerson(page, cloud.siteUrl));
  await openSettings(page);
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await askForDeletion(page);
  await expect(appCodeField(page)).toBeVisible();
  await expect(farewell(page)).toHaveCount(0);
  await appCodeField(page).fill(await app.nextCode());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(farewell(page)).toBeVisible();
  // Both the API and the user pool have removed the user.
  allowComplaints(complaints, /40[01]/);
});

test('reports a refused or failed deletion, which can be repeated', { tag: '@extended' }, async ({
  page,
  cloud,
  complaints,
}) => {
  await signInAsNewPerson(page, cloud.siteUrl);
  await openSettings(page);
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const message = 'Please confirm that it is you, then repeat this.';
  await page.route('**/api/deleteAccountData', (route) =>
    route.fulfill({ status: 403, json: { error: { status: 'permission-denied', message } } }),
  );
  await askForDeletion(page);
  await expect(page.getByRole('alert')).toHaveText(message);
  await page.unroute('**/api/deleteAccountData');
  await page.route('**/api/deleteAccountData', (route) => route.abort());
  await askForDeletion(page);
  await expect(page.getByRole('alert')).toHaveText(/could not be reached/);
  await page.unroute('**/api/deleteAccountData');
  await askForDeletion(page);
  await expect(farewell(page)).toBeVisible();
  await expectComplaints(complaints, /403|ERR_FAILED|401/);
});
