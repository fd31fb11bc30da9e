import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { codeFor, mailsTo, password, registerPerson } from '../person.ts';
import { appCodeField, passwordField } from './account-page.ts';
import { addSecondFactor } from './authenticator-app.ts';
import { pressByKeyboard, typeByKeyboard } from './by-keyboard.ts';
import { expect, expectComplaints, test } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAsNewPerson } from './sign-in.ts';

const newAddress = () => `${randomUUID()}@example.test`;
const newEmailField = (page: Page) => page.getByRole('textbox', { name: 'New email' });
const mailCodeField = (page: Page) => page.getByRole('textbox', { name: 'Code from the email' });

async function askFor(page: Page, email: string, typedPassword = password): Promise<void> {
  await newEmailField(page).fill(email);
  await passwordField(page).fill(typedPassword);
  await page.getByRole('button', { name: 'Update' }).click();
}

async function openEdit(page: Page): Promise<void> {
  await openPage(page, '/account');
  await page.getByRole('button', { name: 'Edit email' }).click();
}

test('changes the email with the password and a code, by keyboard on a phone', { tag: '@extended' }, async ({
  page,
  cloud,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  const newEmail = newAddress();
  await openPage(page, '/account');
  await pressByKeyboard(page, 'Edit email');
  await typeByKeyboard(page, newEmailField(page), newEmail);
  await typeByKeyboard(page, passwordField(page), password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Success! Check your inbox to verify the new email.')).toBeVisible();
  await expect
    .poll(async () => (await mailsTo(cloud.siteUrl, person.email)).map(({ subject }) => subject), {
      intervals: [50],
    })
    .toContain('Your email address at Lorewright is about to change');

  await typeByKeyboard(page, mailCodeField(page), await codeFor(cloud.siteUrl, newEmail));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your email has been changed.')).toBeVisible();
  await expect(page.getByText(newEmail)).toBeVisible();
  expect((await person.call('me')).email).toBe(newEmail);

  // Other pages show the new address, and the next sign-in accepts it.
  await openPage(page, '/auth');
  await expect(page.getByText(`You are signed in as ${newEmail}.`)).toBeVisible();
  await openPage(page, '/account?tab=settings');
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await page.waitForURL(`${cloud.siteUrl}/`);
  await openPage(page, '/auth');
  await page.getByLabel('Email').fill(newEmail);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL('**/pricing');
});

test('changes the email with the link, and updates the page that waits for the code', async ({
  page,
  context,
  cloud,
}) => {
  await signInAsNewPerson(page, cloud.siteUrl);
  const newEmail = newAddress();
  await openEdit(page);
  await askFor(page, newEmail);
  await expect(mailCodeField(page)).toBeVisible();
  await page.reload();
  await expect(page.getByText(newEmail)).toBeVisible();
  await expect(mailCodeField(page)).toBeVisible();

  const [mail] = await mailsTo(cloud.siteUrl, newEmail);
  const other = await context.newPage();
  await other.goto(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  await other.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(other.getByText('Your new email address is confirmed.')).toBeVisible();
  await expect(page.getByText('Your email has been changed.')).toBeVisible();
  await expect(mailCodeField(page)).toHaveCount(0);
});

test('reports problems with a change of the email, which can be corrected', { tag: '@extended' }, async ({
  page,
  cloud,
  complaints,
}) => {
  const other = await registerPerson(cloud.siteUrl);
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  await openEdit(page);
  await askFor(page, newAddress(), 'Wrong-horse-7');
  await expect(page.getByRole('alert')).toHaveText('Incorrect password.');
  await askFor(page, person.email);
  await expect(page.getByRole('alert')).toHaveText('This is already your email address.');
  await askFor(page, other.email);
  await expect(page.getByRole('alert')).toHaveText(/already exists/);

  const newEmail = newAddress();
  await askFor(page, newEmail);
  await mailCodeField(page).fill('000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^This code is incorrect/);
  await mailCodeField(page).fill(await codeFor(cloud.siteUrl, newEmail));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Your email has been changed.')).toBeVisible();
  await expectComplaints(complaints, /400/);
});

test('changes nothing if the change is canceled', { tag: '@extended' }, async ({ page, cloud }) => {
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  await openEdit(page);
  await askFor(page, newAddress());
  await expect(mailCodeField(page)).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText(person.email)).toBeVisible();
  expect((await person.call('syncEmail')).email).toBe(person.email);
});

test('requires the code of the second factor', { tag: '@extended' }, async ({ page, cloud, complaints }) => {
  const app = await addSecondFactor(cloud.siteUrl, await signInAsNewPerson(page, cloud.siteUrl));
  const newEmail = newAddress();
  await openEdit(page);
  await askFor(page, newEmail);
  await appCodeField(page).fill(app.wrongCode());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^This code is incorrect/);
  expect(await mailsTo(cloud.siteUrl, newEmail)).toEqual([]);
  await appCodeField(page).fill(await app.nextCode());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Success! Check your inbox to verify the new email.')).toBeVisible();
  await expectComplaints(complaints, /400/);
});
