import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { askUserPool } from '../ask-user-pool.ts';
import { mailsTo, type Person, password, readSettings } from '../person.ts';
import { openPage } from './open-page.ts';

/** The actions on `/auth` that the tests need as steps. */

/** The new password of a person who has forgotten theirs. */
export const newPassword = 'Another-horse-8';

export const newAddress = () => `${randomUUID()}@example.test`;

export const emailField = (page: Page) => page.getByRole('textbox', { name: 'Email', exact: true });
export const passwordField = (page: Page) => page.getByLabel('Password', { exact: true });
/** The step that confirms a registration in a tab without the password. */
export const chosenPasswordField = (page: Page) =>
  page.getByLabel('Password that you chose', { exact: true });
export const confirmationCodeField = (page: Page) => page.getByRole('textbox', { name: 'Confirmation code' });
export const mailCodeField = (page: Page) => page.getByRole('textbox', { name: 'Code from the email' });
export const newPasswordField = (page: Page) => page.getByRole('textbox', { name: 'New password' });
export const appCodeField = (page: Page) => page.getByRole('textbox', { name: 'Six-digit code' });
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/**
 * Presses a button that leads to another step, and waits for that step. Otherwise a test could type
 * into a field of the same name in the old step.
 */
export async function pressToStep(page: Page, name: string, step: string): Promise<void> {
  await press(page, name);
  await expect(page.getByRole('region', { name: step })).toBeFocused();
}

export async function enterCredentials(page: Page, email: string, typedPassword = password): Promise<void> {
  await emailField(page).fill(email);
  await passwordField(page).fill(typedPassword);
}

export async function signIn(page: Page, email: string, typedPassword = password): Promise<void> {
  await enterCredentials(page, email, typedPassword);
  await press(page, 'Submit');
}

/** Registers, up to the step that waits for the email. */
export async function register(page: Page, email = newAddress()): Promise<string> {
  await openPage(page, '/auth?account=free');
  await enterCredentials(page, email);
  await press(page, 'Join');
  await expect(confirmationCodeField(page)).toBeVisible();
  return email;
}

/** Sets a new password with the code of the email. */
export async function setNewPassword(page: Page, siteUrl: string, email: string): Promise<void> {
  await openPage(page, '/auth?step=forgot-password');
  await emailField(page).fill(email);
  await press(page, 'Send');
  await expect(mailCodeField(page)).toBeVisible();
  await mailCodeField(page).fill((await newestMail(siteUrl, email)).code);
  await newPasswordField(page).fill(newPassword);
  await press(page, 'Change Password');
}

/** Registers through the API, without a browser, and does not confirm. */
export async function registerElsewhere(siteUrl: string): Promise<string> {
  const email = newAddress();
  const { userPoolClientId: ClientId } = await readSettings(siteUrl);
  await askUserPool(siteUrl, 'SignUp', { ClientId, Username: email, Password: password });
  return email;
}

/** The code and the link of the newest email to an address. */
export async function newestMail(siteUrl: string, email: string): Promise<{ code: string; link: string }> {
  const [mail] = await mailsTo(siteUrl, email);
  if (!mail) throw new Error(`There is no email to ${email}.`);
  return {
    code: /Your code: (\d{6})/.exec(mail.text)?.[1] ?? '',
    link: /https?:\/\/\S+/.exec(mail.text)?.[0] ?? '',
  };
}

/** Requests another address like the account page, and returns the email to it. */
export async function changeEmail(siteUrl: string, { accessToken: AccessToken }: Person) {
  const newEmail = newAddress();
  const UserAttributes = [{ Name: 'email', Value: newEmail }];
  await askUserPool(siteUrl, 'UpdateUserAttributes', { AccessToken, UserAttributes });
  return { newEmail, ...(await newestMail(siteUrl, newEmail)) };
}

export const otherThan = (code: string) => (code === '111111' ? '222222' : '111111');

export async function expectToArrive(page: Page): Promise<void> {
  await page.waitForURL('**/pricing');
  // The header shows the sign-in; on a phone its links are hidden in the menu.
  await expect(page.locator('header a[href="/account"]')).toHaveCount(1);
}
