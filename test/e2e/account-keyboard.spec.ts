import { randomUUID } from 'node:crypto';
import { codeFor, mailsTo, password, registerPerson } from '../person.ts';
import { appCodeField, expectOnly, openSettings, passwordField } from './account-page.ts';
import { addSecondFactor, authenticatorApp } from './authenticator-app.ts';
import { goThroughTabs, pressByKeyboard, tabTo, typeByKeyboard } from './by-keyboard.ts';
import { expect, test } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAsNewPerson } from './sign-in.ts';

// A small phone with a keyboard, and no finger on the screen.
test.use({ viewport: { width: 390, height: 844 } });

test('the e-mail is changed by keyboard', async ({ page, cloud }) => {
  await signInAsNewPerson(page, cloud.siteUrl);
  await openPage(page, '/account');
  const newEmail = `${randomUUID()}@example.test`;
  await pressByKeyboard(page, 'Edit email');
  await typeByKeyboard(page, page.getByRole('textbox', { name: 'New email' }), newEmail);
  await typeByKeyboard(page, passwordField(page), password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Success! Check your inbox to verify the new email.')).toBeVisible();
  await typeByKeyboard(
    page,
    page.getByRole('textbox', { name: 'Code from the mail' }),
    await codeFor(cloud.siteUrl, newEmail),
  );
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your email has been changed.')).toBeVisible();
  await expect(page.getByText(newEmail)).toBeVisible();
});

test('tabs, the second factor and the deletion work by keyboard', async ({ page, cloud, complaints }) => {
  await signInAsNewPerson(page, cloud.siteUrl);
  await openPage(page, '/account');
  await goThroughTabs(page, ['General', 'Settings']);

  await pressByKeyboard(page, 'Turn On');
  await typeByKeyboard(page, passwordField(page), password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  const app = authenticatorApp((await page.locator('code').textContent())?.replaceAll(' ', '') ?? '');
  await typeByKeyboard(page, page.getByRole('textbox', { name: 'Code that the app shows' }), app.nextCode());
  await page.keyboard.press('Enter');
  await expect(page.getByText('The second factor is on now.')).toBeVisible();

  await pressByKeyboard(page, 'Delete Account', 'Space');
  await typeByKeyboard(page, passwordField(page), password);
  await page.keyboard.press('Enter');
  await typeByKeyboard(page, appCodeField(page), app.nextCode());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeFocused();
  complaints.splice(0, complaints.length, ...complaints.filter((complaint) => !complaint.includes('401')));
});

test('preferences are changed by keyboard, and taken back when they cannot be saved', async ({
  page,
  cloud,
  complaints,
}) => {
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  await openPage(page, '/preferences');
  const newsletter = page.getByRole('switch', { name: 'Newsletter' });
  await tabTo(page, newsletter);
  await page.keyboard.press('Space');
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(newsletter).not.toBeChecked();
  expect((await person.call('me')).unsubscriptions).toEqual(['newsletter']);

  await page.route('**/api/updateMe', (route) => route.abort());
  await page.keyboard.press('Space');
  await expect(page.getByRole('alert')).toContainText('could not be reached');
  await expect(newsletter).not.toBeChecked();
  await expect(newsletter).toBeFocused();
  expectOnly(complaints, /ERR_FAILED/);
});

test('the password mail and the export work by keyboard', async ({ page, cloud }) => {
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  await openPage(page, '/account');
  await pressByKeyboard(page, 'Email me a link to set a new password');
  await expect(page.getByText('Success! Check your inbox for a link to update your password.')).toBeVisible();
  expect((await mailsTo(cloud.siteUrl, person.email))[0]?.subject).toContain('password');

  await openPage(page, '/account?tab=settings');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    pressByKeyboard(page, 'Export my data', 'Space'),
  ]);
  expect(download.suggestedFilename()).toBe('lorewright-data.json');
  await expect(page.getByText('Your browser saves it as lorewright-data.json.')).toBeVisible();
});

test('the second factor is turned off by keyboard', async ({ page, cloud }) => {
  const app = await addSecondFactor(cloud.siteUrl, await signInAsNewPerson(page, cloud.siteUrl));
  await openSettings(page);
  await pressByKeyboard(page, 'Turn Off');
  await typeByKeyboard(page, passwordField(page), password);
  await page.keyboard.press('Enter');
  await typeByKeyboard(page, appCodeField(page), app.nextCode());
  await page.keyboard.press('Enter');
  await expect(page.getByText('The second factor is off now.')).toBeVisible();
});

test('signing out works by keyboard, here and everywhere, also when not everybody can be told', async ({
  page,
  cloud,
  complaints,
}) => {
  const { email } = await registerPerson(cloud.siteUrl);
  const signIn = async () => {
    await openPage(page, '/auth');
    await typeByKeyboard(page, page.getByLabel('Email'), email);
    await typeByKeyboard(page, page.getByLabel('Password', { exact: true }), password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/pricing');
    await openPage(page, '/account?tab=settings');
  };
  const expectToBeOut = async () => {
    await page.waitForURL(`${cloud.siteUrl}/`);
    await expect(page.locator('header a[href="/auth"]')).toHaveCount(1);
  };
  await signIn();
  await pressByKeyboard(page, 'Sign Out');
  await expectToBeOut();

  await signIn();
  await page.route('**/__local/cognito', (route) =>
    route.request().headers()['x-amz-target']?.endsWith('GlobalSignOut') ? route.abort() : route.fallback(),
  );
  await pressByKeyboard(page, 'Sign Out Everywhere');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute('**/__local/cognito');
  await pressByKeyboard(page, 'Sign Out Everywhere');
  await expectToBeOut();
  expectOnly(complaints, /ERR_FAILED/);
});
