import { mailsTo, password } from '../person.ts';
import { appCodeField, openSecurity, passwordField, readRecoveryCodes } from './account-page.ts';
import { addSecondFactor, authenticatorApp } from './authenticator-app.ts';
import { goThroughTabs, pressByKeyboard, typeByKeyboard } from './by-keyboard.ts';
import { allowComplaints, expect, test } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAs, signInAsNewPerson } from './sign-in.ts';

// A small phone with a keyboard, without touch.
test.use({ viewport: { width: 390, height: 844 } });

test('supports tabs, the second factor and the deletion by keyboard', { tag: '@extended' }, async ({
  page,
  cloud,
  complaints,
}) => {
  await signInAsNewPerson(page, cloud.siteUrl);
  await openPage(page, '/account');
  await goThroughTabs(page, ['General', 'Settings', 'Security']);

  await pressByKeyboard(page, 'Turn On');
  await typeByKeyboard(page, passwordField(page), password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  const app = authenticatorApp((await page.locator('code').textContent())?.replaceAll(' ', '') ?? '');
  await typeByKeyboard(
    page,
    page.getByRole('textbox', { name: 'Code that the app shows' }),
    await app.nextCode(),
  );
  await page.keyboard.press('Enter');
  await expect(page.getByText('The second factor is on now.')).toBeVisible();
  const firstCodes = await readRecoveryCodes(page);
  await pressByKeyboard(page, 'I saved my codes');

  await pressByKeyboard(page, 'Make New Codes');
  await typeByKeyboard(page, passwordField(page), password);
  await page.keyboard.press('Enter');
  await typeByKeyboard(page, appCodeField(page), await app.nextCode());
  await page.keyboard.press('Enter');
  await expect.poll(() => readRecoveryCodes(page)).not.toEqual(firstCodes);
  await pressByKeyboard(page, 'I saved my codes', 'Space');
  await expect(page.getByText('10 of 10 recovery codes are left.')).toBeVisible();

  await openPage(page, '/account?tab=settings');
  await pressByKeyboard(page, 'Delete Account', 'Space');
  await typeByKeyboard(page, passwordField(page), password);
  await page.keyboard.press('Enter');
  await typeByKeyboard(page, appCodeField(page), await app.nextCode());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeFocused();
  // Both the API and the user pool have removed the user.
  allowComplaints(complaints, /40[01]/);
});

test('supports the password email and the export by keyboard', { tag: '@extended' }, async ({
  page,
  cloud,
}) => {
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  await openPage(page, '/account');
  await pressByKeyboard(page, 'Email me a link to set a new password');
  await expect(page.getByText('Success! Check your inbox for a link to update your password.')).toBeVisible();
  const [mail] = await mailsTo(cloud.siteUrl, person.email);
  expect(mail?.subject).toBe('Set a new password for Lorewright');
  expect(mail?.text).toContain(`${cloud.siteUrl}/auth?mode=reset#`);

  await openPage(page, '/account?tab=settings');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    pressByKeyboard(page, 'Export my data', 'Space'),
  ]);
  expect(download.suggestedFilename()).toBe('lorewright-data.json');
  await expect(page.getByText('Your browser saves it as lorewright-data.json.')).toBeVisible();
});

test('turns the second factor off by keyboard', { tag: '@extended' }, async ({ page, cloud }) => {
  const app = await addSecondFactor(cloud.siteUrl, await signInAsNewPerson(page, cloud.siteUrl));
  await openSecurity(page);
  await pressByKeyboard(page, 'Turn Off');
  await typeByKeyboard(page, passwordField(page), password);
  await page.keyboard.press('Enter');
  await typeByKeyboard(page, appCodeField(page), await app.nextCode());
  await page.keyboard.press('Enter');
  await expect(page.getByText('The second factor is off now.')).toBeVisible();
});

test('signs out by keyboard, here and everywhere, even when a device cannot be signed out', {
  tag: '@extended',
}, async ({ page, cloud, complaints }) => {
  const expectToBeOut = async () => {
    await page.waitForURL(`${cloud.siteUrl}/`);
    await expect(page.locator('header a[href="/auth"]')).toHaveCount(1);
  };
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  await openPage(page, '/account?tab=settings');
  await pressByKeyboard(page, 'Sign Out');
  await expectToBeOut();

  await person.signInAgain();
  await signInAs(page, cloud.siteUrl, person);
  await openPage(page, '/account?tab=security');
  await page.route('**/__local/cognito', (route) =>
    route.request().headers()['x-amz-target']?.endsWith('GlobalSignOut') ? route.abort() : route.fallback(),
  );
  await pressByKeyboard(page, 'Sign Out Everywhere');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute('**/__local/cognito');
  await pressByKeyboard(page, 'Sign Out Everywhere');
  await expectToBeOut();
  allowComplaints(complaints, /ERR_FAILED|401/);
});
