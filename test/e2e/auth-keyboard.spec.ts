import { password, registerPerson } from '../person.ts';
import {
  appCodeField,
  changeEmail,
  confirmationCodeField,
  emailField,
  expectToArrive,
  mailCodeField,
  newAddress,
  newestMail,
  newPasswordField,
  otherThan,
  passwordField,
  register,
  registerElsewhere,
} from './auth-page.ts';
import { addSecondFactor } from './authenticator-app.ts';
import { pressByKeyboard, tabTo, typeByKeyboard } from './by-keyboard.ts';
import { expect, expectComplaints, test, testInNewContext } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAsNewPerson } from './sign-in.ts';

// A small phone with a keyboard, without touch.
test.use({ viewport: { width: 390, height: 844 } });

test('supports registering and confirming by keyboard', { tag: '@extended' }, async ({ page, cloud }) => {
  const email = newAddress();
  await openPage(page, '/auth');
  await tabTo(page, page.getByRole('tab', { name: 'Sign In' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Register' })).toHaveAttribute('aria-selected', 'true');
  await typeByKeyboard(page, emailField(page), email);
  await typeByKeyboard(page, passwordField(page), password);
  await page.keyboard.press('Enter');
  // The focus moves to the step, so that its first field is next in the tab order.
  await expect(page.getByRole('region', { name: 'Confirm your email address' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(confirmationCodeField(page)).toBeFocused();
  await page.keyboard.type((await newestMail(cloud.siteUrl, email)).code);
  await page.keyboard.press('Enter');
  await expectToArrive(page);
});

test('supports signing in by keyboard', { tag: '@extended' }, async ({ page, cloud }) => {
  const { email } = await registerPerson(cloud.siteUrl);
  await openPage(page, '/auth');
  await typeByKeyboard(page, emailField(page), email);
  await typeByKeyboard(page, passwordField(page), password);
  await pressByKeyboard(page, 'Submit', 'Space');
  await expectToArrive(page);
});

test('supports a forgotten password by keyboard', { tag: '@extended' }, async ({ page, cloud }) => {
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

test('supports a second factor by keyboard', { tag: '@extended' }, async ({ page, cloud }) => {
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  const app = await addSecondFactor(cloud.siteUrl, person);
  await openPage(page, '/auth');
  await pressByKeyboard(page, 'Sign in with another account');
  await typeByKeyboard(page, emailField(page), person.email);
  await typeByKeyboard(page, passwordField(page), password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Enter your code' })).toBeFocused();
  await typeByKeyboard(page, appCodeField(page), await app.nextCode());
  await page.keyboard.press('Enter');
  await expectToArrive(page);
});

test('leads an unconfirmed user to the confirmation by keyboard, even after a wrong code', {
  tag: '@extended',
}, async ({ page, cloud, complaints }) => {
  const email = await registerElsewhere(cloud.siteUrl);
  await openPage(page, '/auth');
  await typeByKeyboard(page, emailField(page), email);
  await typeByKeyboard(page, passwordField(page), password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Confirm your email address' })).toBeFocused();
  const { code } = await newestMail(cloud.siteUrl, email);
  await typeByKeyboard(page, confirmationCodeField(page), otherThan(code));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await tabTo(page, confirmationCodeField(page));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await expectToArrive(page);
  await expectComplaints(complaints, /400/);
});

testInNewContext(
  'sends another code by keyboard, once the wait is over',
  { tag: '@extended' },
  async ({ page, cloud }) => {
    await page.clock.install();
    const email = await register(page);
    await page.clock.fastForward(60_000);
    await pressByKeyboard(page, 'Resend code');
    await expect(page.getByText('We sent you a new code. Check your inbox.')).toBeVisible();
    await typeByKeyboard(page, confirmationCodeField(page), (await newestMail(cloud.siteUrl, email)).code);
    await page.keyboard.press('Enter');
    await expectToArrive(page);
  },
);

test('confirms a new address by keyboard for a signed-out user', { tag: '@extended' }, async ({
  page,
  cloud,
}) => {
  const person = await registerPerson(cloud.siteUrl);
  const { newEmail, link } = await changeEmail(cloud.siteUrl, person);
  await openPage(page, link);
  await expect(page.getByRole('heading', { name: 'Sign in to use the new address' })).toBeVisible();
  await typeByKeyboard(page, emailField(page), person.email);
  await typeByKeyboard(page, passwordField(page), password);
  await page.keyboard.press('Enter');
  await pressByKeyboard(page, 'Confirm');
  await page.waitForURL('**/account');
  await expect(page.getByText(newEmail)).toBeVisible();
});
