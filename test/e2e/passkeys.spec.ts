import type { BrowserContext, Page } from '@playwright/test';
import { password, registerPerson } from '../person.ts';
import {
  appCodeField,
  openSecurity,
  openSettings,
  passwordField,
  turnOnSecondFactor,
} from './account-page.ts';
import { newPassword, setNewPassword } from './auth-page.ts';
import { pressByKeyboard, tabTo, typeByKeyboard } from './by-keyboard.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, testInNewContext as test } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAsNewPerson } from './sign-in.ts';

/** The browser's passkeys, which need a separate context. */
test.beforeEach(({ context }) => context.credentials.install());

const region = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

async function addPasskey(page: Page): Promise<void> {
  await openSecurity(page);
  await page.getByRole('button', { name: 'Add a Passkey' }).click();
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function signOut(page: Page, siteUrl: string): Promise<void> {
  await openSettings(page);
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await page.waitForURL(`${siteUrl}/`);
}

async function signInWithPasskey(page: Page, email: string): Promise<void> {
  await openPage(page, '/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
}

const forgetPasskeys = async (context: BrowserContext) => {
  for (const { id } of await context.credentials.get()) await context.credentials.delete(id);
};

test('signs in with a passkey until it is removed', async ({ page, cloud }) => {
  const { email } = await signInAsNewPerson(page, cloud.siteUrl);
  await addPasskey(page);
  await expect(page.getByText('Your passkey is ready.')).toBeVisible();
  await expectUsableByEveryone(page);
  await signOut(page, cloud.siteUrl);

  await signInWithPasskey(page, email);
  await page.waitForURL('**/pricing');
  await openSecurity(page);
  await page.getByRole('button', { name: /^Rename Passkey, added / }).click();
  await page.getByRole('textbox', { name: 'Name of the passkey' }).fill('Blue phone');
  await expectUsableByEveryone(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The name is saved.')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: /^Remove Blue phone, added / }).click();
  await passwordField(page).fill(password);
  await expectUsableByEveryone(page);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('The passkey was removed. Delete it from your device, too.')).toBeVisible();
  await expect(region(page).getByText('You have no passkeys yet.')).toBeVisible();
  await signOut(page, cloud.siteUrl);

  await signInWithPasskey(page, email);
  await expect(page.getByRole('alert')).toHaveText(
    'There is no passkey for this email address. Sign in with your password.',
  );
  await expectUsableByEveryone(page);
});

test('requires no code when a person with an authenticator app uses a passkey', { tag: '@extended' }, async ({
  page,
  cloud,
}) => {
  const { email } = await signInAsNewPerson(page, cloud.siteUrl);
  const app = await turnOnSecondFactor(page);
  await addPasskey(page);
  await appCodeField(page).fill(await app.nextCode());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Your passkey is ready.')).toBeVisible();
  await signOut(page, cloud.siteUrl);
  await signInWithPasskey(page, email);
  await page.waitForURL('**/pricing');
});

test('offers a passkey once after a sign-in with the password', { tag: '@extended' }, async ({
  page,
  cloud,
}) => {
  const { email } = await registerPerson(cloud.siteUrl);
  await openPage(page, '/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL('**/pricing');

  await openPage(page, '/account');
  const offer = page.getByRole('complementary', { name: 'Passkeys' });
  await expect(offer).toBeVisible();
  await expectUsableByEveryone(page);
  await offer.getByRole('link', { name: 'Add a passkey' }).click();
  await expect(region(page).getByText('You have no passkeys yet.')).toBeVisible();
  await openPage(page, '/account');
  await expect(page.getByText('None yet.')).toBeVisible();
  await expect(offer).toHaveCount(0);
});

test('lets a person who lost the app confirm with a passkey and turn the app off', {
  tag: '@extended',
}, async ({ page, cloud }) => {
  const { email } = await signInAsNewPerson(page, cloud.siteUrl);
  await addPasskey(page);
  await expect(page.getByText('Your passkey is ready.')).toBeVisible();
  await turnOnSecondFactor(page);
  await signOut(page, cloud.siteUrl);
  await signInWithPasskey(page, email);
  await page.waitForURL('**/pricing');

  await openSecurity(page);
  await page.getByRole('button', { name: 'Turn Off' }).click();
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: 'Turn Off' }).click();
  await expect(appCodeField(page)).toBeVisible();
  await page.getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect(page.getByText('The second factor is off now.')).toBeVisible();
});

test('changes the email with a passkey, after the new address is complete', { tag: '@extended' }, async ({
  page,
  cloud,
}) => {
  await signInAsNewPerson(page, cloud.siteUrl);
  await openPage(page, '/account');
  const usePasskey = page.getByRole('button', { name: 'Use a passkey instead' });
  await page.getByRole('button', { name: 'Edit email' }).click();
  const newEmail = page.getByRole('textbox', { name: 'New email' });
  await expect(newEmail).toBeVisible();
  await expect(usePasskey).toHaveCount(0);

  await addPasskey(page);
  await expect(page.getByText('Your passkey is ready.')).toBeVisible();
  await openPage(page, '/account');
  await page.getByRole('button', { name: 'Edit email' }).click();
  await usePasskey.click();
  await expect(newEmail).toBeFocused();
  await newEmail.fill(`${crypto.randomUUID()}@example.test`);
  await usePasskey.click();
  await expect(page.getByText('Success! Check your inbox to verify the new email.')).toBeVisible();
});

test('supports passkeys by keyboard on a phone', { tag: '@extended' }, async ({ page, cloud }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { email } = await signInAsNewPerson(page, cloud.siteUrl);
  await openSecurity(page);
  await pressByKeyboard(page, 'Add a Passkey');
  await typeByKeyboard(page, passwordField(page), password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your passkey is ready.')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: /^Rename Passkey, added / }));
  await page.keyboard.press('Enter');
  const name = page.getByRole('textbox', { name: 'Name of the passkey' });
  await tabTo(page, name);
  await name.press('ControlOrMeta+a');
  await page.keyboard.type('Blue phone');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The name is saved.')).toBeVisible();
  await signOut(page, cloud.siteUrl);

  await openPage(page, '/auth');
  await pressByKeyboard(page, 'Sign in with a passkey');
  await expect(page.getByLabel('Email')).toBeFocused();
  await typeByKeyboard(page, page.getByLabel('Email'), email);
  await pressByKeyboard(page, 'Sign in with a passkey', 'Space');
  await page.waitForURL('**/pricing');

  await openSecurity(page);
  await tabTo(page, page.getByRole('button', { name: /^Remove Blue phone, added / }));
  await page.keyboard.press('Space');
  await typeByKeyboard(page, passwordField(page), password);
  await page.keyboard.press('Enter');
  await expect(region(page).getByText('You have no passkeys yet.')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Passkeys' })).toBeFocused();
});

test('asks about the passkey after a new password, and removes it', async ({ page, cloud }) => {
  const { email } = await signInAsNewPerson(page, cloud.siteUrl);
  await addPasskey(page);
  await expect(page.getByText('Your passkey is ready.')).toBeVisible();
  await signOut(page, cloud.siteUrl);

  await setNewPassword(page, cloud.siteUrl, email);
  await page.waitForURL('**/account?tab=security');
  const question = page.getByRole('region', { name: 'Are these yours?' });
  await expect(question).toBeVisible();
  await expectUsableByEveryone(page);
  await page.getByRole('button', { name: /^Remove Passkey, added / }).click();
  await passwordField(page).fill(newPassword);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(region(page).getByText('You have no passkeys yet.')).toBeVisible();
  await expect(question.getByText('Thank you for checking.')).toBeVisible();
  await expect(question.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/pricing');
  await signOut(page, cloud.siteUrl);

  await signInWithPasskey(page, email);
  await expect(page.getByRole('alert')).toHaveText(/^There is no passkey for this email address/);
});

test('offers the password on a device without the passkey', { tag: '@extended' }, async ({
  page,
  context,
  cloud,
}) => {
  const { email } = await signInAsNewPerson(page, cloud.siteUrl);
  await addPasskey(page);
  await expect(page.getByText('Your passkey is ready.')).toBeVisible();
  await signOut(page, cloud.siteUrl);
  await forgetPasskeys(context);

  await signInWithPasskey(page, email);
  await expect(page.getByRole('alert')).toHaveText('No passkey was used. Try again, or use your password.');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL('**/pricing');
});
