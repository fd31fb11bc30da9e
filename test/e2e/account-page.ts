import { expect, type Page } from '@playwright/test';
import { recoveryCodeCount } from '../../contract/rules/recovery-codes.ts';
import { password } from '../person.ts';
import { authenticatorApp } from './authenticator-app.ts';
import { openPage } from './open-page.ts';

/** The actions on `/account` that the tests need as steps. */

export async function openSettings(page: Page): Promise<void> {
  await openPage(page, '/account?tab=settings');
  await expect(page.getByRole('button', { name: 'Delete Account' })).toBeVisible();
}

export async function openSecurity(page: Page): Promise<void> {
  await openPage(page, '/account?tab=security');
  await expect(page.getByRole('button', { name: 'Sign Out Everywhere' })).toBeVisible();
  // Waits, because content that loads above a button would move it, and a click would miss it.
  await expect(page.getByText(/^(Loading your passkeys|Checking whether it is on)…$/)).toHaveCount(0);
}

export const passwordField = (page: Page) => page.getByLabel('Current password', { exact: true });
export const appCodeField = (page: Page) =>
  page.getByRole('textbox', { name: 'Code from your authenticator app' });

/** Turns the second factor on. Returns the app with the key, and the recovery codes. */
export async function turnOnSecondFactor(page: Page) {
  const turnedOn = await turnOnApp(page);
  await page.getByRole('button', { name: 'I saved my codes' }).click();
  return turnedOn;
}

/** The same, up to the step that shows the recovery codes. */
export async function turnOnApp(page: Page) {
  const app = await beginSecondFactor(page);
  return { ...app, recoveryCodes: await readRecoveryCodes(page) };
}

/** Turns the second factor on, without waiting for the recovery codes. */
export async function beginSecondFactor(page: Page) {
  await openSecurity(page);
  await page.getByRole('button', { name: 'Turn On' }).click();
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  const key = (await page.locator('code').textContent())?.replaceAll(' ', '') ?? '';
  const app = authenticatorApp(key);
  await page.getByRole('textbox', { name: 'Code that the app shows' }).fill(await app.nextCode());
  await page.getByRole('button', { name: 'Turn On' }).click();
  await expect(page.getByText('The second factor is on now.')).toBeVisible();
  return app;
}

/** The new recovery codes that the page shows. */
export async function readRecoveryCodes(page: Page): Promise<string[]> {
  const codes = page.getByRole('article', { name: 'Your recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(recoveryCodeCount);
  return codes.allTextContents();
}
