import { password, registerPerson } from '../person.ts';
import { turnOnSecondFactor } from './account-page.ts';
import {
  appCodeField,
  confirmationCodeField,
  emailField,
  expectToArrive,
  mailCodeField,
  newAddress,
  newestMail,
  newPasswordField,
  passwordField,
} from './auth-page.ts';
import { pressByKeyboard, tabTo, typeByKeyboard } from './by-keyboard.ts';
import { expect, test } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAsNewPerson } from './sign-in.ts';

// A small phone with a keyboard, and no finger on the screen.
test.use({ viewport: { width: 390, height: 844 } });

test('registering and confirming by keyboard', async ({ page, cloud }) => {
  const email = newAddress();
  await openPage(page, '/auth');
  await tabTo(page, page.getByRole('tab', { name: 'Sign In' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Register' })).toHaveAttribute('aria-selected', 'true');
  await typeByKeyboard(page, emailField(page), email);
  await typeByKeyboard(page, passwordField(page), password);
  await page.keyboard.press('Enter');
  // The focus follows the step: its first field is the next stop.
  await expect(page.getByRole('region', { name: 'Confirm your e-mail address' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(confirmationCodeField(page)).toBeFocused();
  await page.keyboard.type((await newestMail(cloud.siteUrl, email)).code);
  await page.keyboard.press('Enter');
  await expectToArrive(page);
});

test('signing in by keyboard', async ({ page, cloud }) => {
  const { email } = await registerPerson(cloud.siteUrl);
  await openPage(page, '/auth');
  await typeByKeyboard(page, emailField(page), email);
  await typeByKeyboard(page, passwordField(page), password);
  await pressByKeyboard(page, 'Submit', 'Space');
  await expectToArrive(page);
});

test('a forgotten password by keyboard', async ({ page, cloud }) => {
  const { email } = await registerPerson(cloud.siteUrl);
  await openPage(page, '/auth');
  await pressByKeyboard(page, 'Forgot Password');
  await expect(page.getByRole('region', { name: 'Forgot password' })).toBeFocused();
  await typeByKeyboard(page, emailField(page), email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Choose a new password' })).toBeFocused();
  await typeByKeyboard(page, mailCodeField(page), (await newestMail(cloud.siteUrl, email)).code);
  await typeByKeyboard(page, newPasswordField(page), 'Another-horse-8');
  await pressByKeyboard(page, 'Change Password');
  await expectToArrive(page);
});

test('a second factor by keyboard', async ({ page, cloud }) => {
  const { email } = await signInAsNewPerson(page, cloud.siteUrl);
  const app = await turnOnSecondFactor(page);
  await openPage(page, '/auth');
  await pressByKeyboard(page, 'Sign in with another account');
  await typeByKeyboard(page, emailField(page), email);
  await typeByKeyboard(page, passwordField(page), password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Enter your code' })).toBeFocused();
  await typeByKeyboard(page, appCodeField(page), app.nextCode());
  await page.keyboard.press('Enter');
  await expectToArrive(page);
});
