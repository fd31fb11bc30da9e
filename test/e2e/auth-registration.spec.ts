import { mailsTo, password, registerPerson } from '../person.ts';
import {
  chosenPasswordField,
  confirmationCodeField,
  emailField,
  enterCredentials,
  expectToArrive,
  newAddress,
  newestMail,
  otherThan,
  passwordField,
  press,
  register,
  registerElsewhere,
  signIn,
} from './auth-page.ts';
import { expect, expectComplaints, test, testInNewContext } from './fixtures.ts';
import { openPage } from './open-page.ts';

test('refuses a short or common password, and accepts a long one of any kind', async ({ page }) => {
  await openPage(page, '/auth?account=free');
  const met = page.locator('p[data-met="true"]');
  await enterCredentials(page, newAddress(), 'horse');
  await expect(met).toHaveCount(0);
  await expect(passwordField(page)).toHaveAccessibleDescription(/At least 12 characters/);
  await press(page, 'Join');
  await expect(page.getByRole('alert')).toHaveText('Use at least 12 characters.');
  await passwordField(page).fill('Password1234');
  await expect(met).toHaveCount(1);
  await press(page, 'Join');
  await expect(page.getByRole('alert')).toContainText('easy to guess');
  await passwordField(page).fill('correct horse battery staple');
  await press(page, 'Join');
  await expect(confirmationCodeField(page)).toBeVisible();
});

test('shows the owner of an existing account where to sign in', async ({ page, cloud, complaints }) => {
  const { email } = await registerPerson(cloud.siteUrl);
  await openPage(page, '/auth?account=free');
  await enterCredentials(page, email, 'Another-horse-8');
  await press(page, 'Join');
  await expect(page.getByRole('alert')).toContainText('Sign in instead');
  // The code of the registration; the welcome email may arrive at any time.
  const codes = (await mailsTo(cloud.siteUrl, email)).filter(({ text }) => text.includes('Your code:'));
  expect(codes).toHaveLength(1);

  await page.getByRole('tab', { name: 'Sign In' }).click();
  await signIn(page, email);
  await expectToArrive(page);
  await expectComplaints(complaints, /400/);
});

test('accepts the correct code after a wrong one', { tag: '@extended' }, async ({
  page,
  cloud,
  complaints,
}) => {
  const email = await register(page);
  const { code } = await newestMail(cloud.siteUrl, email);
  await confirmationCodeField(page).fill(otherThan(code));
  await press(page, 'Confirm');
  await expect(page.getByRole('alert')).toHaveText(
    'This code is incorrect. Check it and try again, or request a new one.',
  );
  // People type the code from an email like this.
  await confirmationCodeField(page).fill(` ${code.slice(0, 3)} ${code.slice(3)}`);
  await press(page, 'Confirm');
  await expectToArrive(page);
  await expectComplaints(complaints, /400/);
});

testInNewContext(
  'sends another code after a minute, which replaces the previous one',
  { tag: '@extended' },
  async ({ page, cloud, complaints }) => {
    await page.clock.install();
    const email = await register(page);
    const { code: first } = await newestMail(cloud.siteUrl, email);
    await page.clock.runFor(10_000);
    // Playwright treats an `aria-disabled` button that explains itself as disabled.
    await page.getByRole('button', { name: 'Resend code' }).click({ force: true });
    await expect(page.getByText(/Wait \d+ more seconds/)).toBeVisible();
    expect(await mailsTo(cloud.siteUrl, email)).toHaveLength(1);
    await page.reload();
    await expect(page.getByText(/^in \d+ s$/)).toBeVisible();

    await page.clock.runFor(60_000);
    await expect(page.getByText(/^in \d+ s$/)).toHaveCount(0);
    await press(page, 'Resend code');
    await expect(page.getByText('We sent you a new code. Check your inbox.')).toBeVisible();
    const { code: second } = await newestMail(cloud.siteUrl, email);
    // After the reload, no tab has the password.
    await chosenPasswordField(page).fill(password);
    if (first !== second) {
      await confirmationCodeField(page).fill(first);
      await press(page, 'Confirm');
      await expect(page.getByRole('alert')).toContainText('This code is incorrect.');
    }
    await confirmationCodeField(page).fill(second);
    await press(page, 'Confirm');
    await expectToArrive(page);
    await expectComplaints(complaints, /400/);
  },
);

test('offers a new link when the code does not work', { tag: '@extended' }, async ({
  page,
  cloud,
  complaints,
}) => {
  const email = await registerElsewhere(cloud.siteUrl);
  const { code, link } = await newestMail(cloud.siteUrl, email);
  await openPage(page, link.replace(code, otherThan(code)));
  await chosenPasswordField(page).fill(password);
  await press(page, 'Confirm');
  await expect(page.getByRole('alert')).toContainText('This code is incorrect.');
  await expect(page).toHaveURL(/\/auth\?step=confirm$/);
  await press(page, 'Resend code');
  await expect(page.getByText('We sent you a new code. Check your inbox.')).toBeVisible();
  await expectComplaints(complaints, /400/);
});

test('keeps the step on back, forward and reload', { tag: '@extended' }, async ({
  page,
  cloud,
  complaints,
}) => {
  const email = await register(page);
  await expect(page).toHaveURL(/\/auth\?step=confirm$/);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Join' })).toBeVisible();
  await expect(emailField(page)).toHaveValue(email);
  await page.goForward();
  await expect(page.getByText(email)).toBeVisible();
  await page.reload();
  await expect(page.getByText(email)).toBeVisible();

  await confirmationCodeField(page).fill((await newestMail(cloud.siteUrl, email)).code);
  await chosenPasswordField(page).fill(password);
  await press(page, 'Confirm');
  await expectToArrive(page);
  await expectComplaints(complaints, /400/);
});

test('requires missing data in a second tab', { tag: '@extended' }, async ({
  page,
  context,
  cloud,
  complaints,
}) => {
  const email = await register(page);
  const other = await context.newPage();
  await openPage(other, '/auth?step=confirm');
  await emailField(other).fill(email);
  await confirmationCodeField(other).fill((await newestMail(cloud.siteUrl, email)).code);
  await chosenPasswordField(other).fill(password);
  await press(other, 'Confirm');
  await expectToArrive(other);

  // The first tab continues by itself.
  await expectToArrive(page);
  await expectComplaints(complaints, /400/);
});

test('continues in both tabs at the page that the person wanted', async ({
  page,
  context,
  cloud,
  complaints,
}) => {
  const email = newAddress();
  await openPage(page, '/auth?account=free&returnTo=%2Faccount%3Ftab%3Dlicense');
  await enterCredentials(page, email);
  await press(page, 'Join');
  await expect(confirmationCodeField(page)).toBeVisible();

  const other = await context.newPage();
  await openPage(other, (await newestMail(cloud.siteUrl, email)).link);
  await chosenPasswordField(other).fill(password);
  await press(other, 'Confirm');
  for (const tab of [other, page]) {
    await tab.waitForURL('**/account?tab=license');
    await expect(tab.getByText(/Your license file will appear here/)).toBeVisible();
  }
  await expectComplaints(complaints, /400/);
});

test('informs visitors who have not opened the link', { tag: '@extended' }, async ({ page, complaints }) => {
  await register(page);
  await press(page, 'I have opened the link');
  await expect(page.getByRole('alert')).toContainText('not confirmed yet');
  await expectComplaints(complaints, /400/);
});

test('offers a way to sign in to people who lost the email', {
  tag: '@extended',
}, async ({ page, cloud, complaints }) => {
  const email = await registerElsewhere(cloud.siteUrl);
  await openPage(page, '/auth?account=free');
  await enterCredentials(page, email, 'Another-horse-8');
  await press(page, 'Join');
  await expect(page.getByRole('alert')).toContainText('never confirmed the address');

  await openPage(page, '/auth?step=forgot-password');
  await emailField(page).fill(email);
  await press(page, 'Send');
  await expect(page.getByText('Password reset email sent! Check your inbox.')).toBeVisible();
  expect(await mailsTo(cloud.siteUrl, email)).toHaveLength(1);

  await press(page, 'I never confirmed my address');
  await expect(page.getByText('If this address was never confirmed')).toBeVisible();
  await press(page, 'Resend code');
  await expect(page.getByText('We sent you a new code. Check your inbox.')).toBeVisible();
  await confirmationCodeField(page).fill((await newestMail(cloud.siteUrl, email)).code);
  await chosenPasswordField(page).fill(password);
  await press(page, 'Confirm');
  await expectToArrive(page);
  await expectComplaints(complaints, /400/);
});
