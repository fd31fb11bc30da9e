import type { Page } from '@playwright/test';
import { mailsTo, registerPerson } from '../person.ts';
import {
  emailField,
  expectToArrive,
  mailCodeField,
  newAddress,
  newestMail,
  newPassword,
  newPasswordField,
  otherThan,
  passwordField,
  press,
  pressToStep,
} from './auth-page.ts';
import { expect, expectComplaints, test } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAsNewPerson } from './sign-in.ts';

async function forget(page: Page, email: string): Promise<void> {
  await openPage(page, '/auth');
  await pressToStep(page, 'Forgot Password', 'Forgot password');
  await expect(page).toHaveURL(/\/auth\?step=forgot-password$/);
  await emailField(page).fill(email);
  await press(page, 'Send');
  await expect(page.getByText('Password reset email sent! Check your inbox.')).toBeVisible();
}

test('asks only for the email, and can be canceled', async ({ page }) => {
  await openPage(page, '/auth');
  await emailField(page).fill('ana@example.test');
  await press(page, 'Forgot Password');
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expect(passwordField(page)).toHaveCount(0);
  await expect(emailField(page)).toHaveValue('ana@example.test');
  await press(page, 'Go Back');
  await expect(passwordField(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();
  await page.reload();
  await expect(emailField(page)).toHaveValue('ana@example.test');
});

test('sets a new password with the code, even after wrong attempts', async ({ page, cloud, complaints }) => {
  const { email } = await registerPerson(cloud.siteUrl);
  await forget(page, email);
  const { code } = await newestMail(cloud.siteUrl, email);
  await mailCodeField(page).fill(otherThan(code));
  await newPasswordField(page).fill(newPassword);
  await press(page, 'Change Password');
  await expect(page.getByRole('alert')).toContainText('This code is incorrect.');
  await mailCodeField(page).fill(code);
  await newPasswordField(page).fill('weak');
  await press(page, 'Change Password');
  await expect(page.getByRole('alert')).toContainText('Use at least 12 characters.');
  await newPasswordField(page).fill(newPassword);
  await press(page, 'Change Password');
  await expectToArrive(page);
  await expectComplaints(complaints, /400/);
});

test('accepts the link once, even for a signed-in user', { tag: '@extended' }, async ({
  page,
  cloud,
  complaints,
}) => {
  const { email } = await signInAsNewPerson(page, cloud.siteUrl);
  // The warning about an address change contains this link.
  await openPage(page, '/auth?step=forgot-password');
  await emailField(page).fill(email);
  await press(page, 'Send');
  await expect(mailCodeField(page)).toBeVisible();
  const { link, code } = await newestMail(cloud.siteUrl, email);

  await openPage(page, link);
  await expect(page).toHaveURL(/\/auth\?step=new-password$/);
  await expect(mailCodeField(page)).toHaveValue(code);
  await newPasswordField(page).fill(newPassword);
  await press(page, 'Change Password');
  await expectToArrive(page);

  await openPage(page, link);
  await newPasswordField(page).fill('Third-horse-9');
  await press(page, 'Change Password');
  await expect(page.getByRole('alert')).toHaveText('This code is no longer valid. Request a new one.');
  await press(page, 'Resend code');
  await expect(page.getByText('We sent you a new code. Check your inbox.')).toBeVisible();
  await mailCodeField(page).fill((await newestMail(cloud.siteUrl, email)).code);
  await press(page, 'Change Password');
  await expectToArrive(page);
  await expectComplaints(complaints, /400/);
});

test('gives an unknown address the same response, and no email', async ({ page, cloud }) => {
  const email = newAddress();
  await forget(page, email);
  expect(await mailsTo(cloud.siteUrl, email)).toEqual([]);
});

test('continues after a reload and in a second tab', { tag: '@extended' }, async ({
  page,
  context,
  cloud,
}) => {
  const { email } = await registerPerson(cloud.siteUrl);
  await forget(page, email);
  await page.reload();
  await expect(page.getByText(email)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();
  await page.goForward();
  await expect(page.getByText(email)).toBeVisible();

  const other = await context.newPage();
  await openPage(other, '/auth?step=new-password');
  await emailField(other).fill(email);
  await mailCodeField(other).fill((await newestMail(cloud.siteUrl, email)).code);
  await newPasswordField(other).fill(newPassword);
  await press(other, 'Change Password');
  await expectToArrive(other);
});
