import { registerPerson } from '../person.ts';
import { appCodeField, emailField, expectToArrive, passwordField, press, signIn } from './auth-page.ts';
import { addSecondFactor } from './authenticator-app.ts';
import { expect, expectComplaints, test, testInNewContext } from './fixtures.ts';
import { openPage } from './open-page.ts';

/** A signed-out user with an authenticator app. */
async function withSecondFactor(siteUrl: string) {
  const person = await registerPerson(siteUrl);
  return { email: person.email, app: await addSecondFactor(siteUrl, person) };
}

test('requires the code, and accepts another one after a wrong one', async ({ page, cloud, complaints }) => {
  const { email, app } = await withSecondFactor(cloud.siteUrl);
  await openPage(page, '/auth');
  await signIn(page, email);
  await expect(page).toHaveURL(/\/auth\?step=code$/);
  await expect(appCodeField(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await appCodeField(page).fill(app.wrongCode());
  await press(page, 'Confirm');
  await expect(page.getByRole('alert')).toHaveText(
    'This code is incorrect. Enter the code that your authenticator app shows now.',
  );
  const code = await app.nextCode();
  await appCodeField(page).fill(code);
  await press(page, 'Confirm');
  await expectToArrive(page);

  // The same code again.
  await openPage(page, '/auth');
  await press(page, 'Sign in with another account');
  await signIn(page, email);
  await appCodeField(page).fill(code);
  await press(page, 'Confirm');
  await expect(page.getByRole('alert')).toContainText('has already been used');
  await expectComplaints(complaints, /400/);
});

test('keeps the step on back, forward and reload, and requires the password in another tab', {
  tag: '@extended',
}, async ({ page, context, cloud }) => {
  const { email, app } = await withSecondFactor(cloud.siteUrl);
  await openPage(page, '/auth');
  await signIn(page, email);
  await expect(appCodeField(page)).toBeVisible();
  const other = await context.newPage();
  await openPage(other, '/auth?step=code');
  await expect(other.getByText('Sign in with your password first.')).toBeVisible();
  await expect(passwordField(other)).toBeVisible();

  await page.goBack();
  await expect(passwordField(page)).toBeVisible();
  await page.goForward();
  await expect(appCodeField(page)).toBeVisible();
  await page.reload();
  await appCodeField(page).fill(await app.nextCode());
  await press(page, 'Confirm');
  await expectToArrive(page);
});

testInNewContext(
  'can be canceled for another account, and refuses the code after three minutes',
  { tag: '@extended' },
  async ({ page, cloud }) => {
    const { email } = await withSecondFactor(cloud.siteUrl);
    await openPage(page, '/auth');
    await signIn(page, email);
    await expect(appCodeField(page)).toBeVisible();
    await press(page, 'Go Back');
    await expect(emailField(page)).toHaveValue(email);

    await page.clock.install();
    await signIn(page, email);
    await expect(appCodeField(page)).toBeVisible();
    await page.clock.fastForward(3 * 60 * 1000 + 1000);
    await page.reload();
    await expect(page.getByText('Sign in with your password first.')).toBeVisible();
    await expect(emailField(page)).toHaveValue(email);
  },
);
