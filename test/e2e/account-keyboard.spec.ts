import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { codeFor, password } from '../person.ts';
import { appCodeField, passwordField } from './account-page.ts';
import { authenticatorApp } from './authenticator-app.ts';
import { expect, test } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAsNewPerson } from './sign-in.ts';

// A small phone with a keyboard, and no finger on the screen.
test.use({ viewport: { width: 390, height: 844 } });

/** More than the page has, so that a control that cannot be reached ends the test. */
const maxStops = 80;

/** Goes on by Tab, from wherever the focus is, to a control. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let count = 0; count < maxStops; count++) {
    await page.keyboard.press('Tab');
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${control} is not reached by Tab.`);
}

async function press(page: Page, name: string, key = 'Enter'): Promise<void> {
  await tabTo(page, page.getByRole('button', { name, exact: true }));
  await page.keyboard.press(key);
}

async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

test('the e-mail is changed by keyboard', async ({ page, cloud }) => {
  await signInAsNewPerson(page, cloud.siteUrl);
  await openPage(page, '/account');
  const newEmail = `${randomUUID()}@example.test`;
  await press(page, 'Edit email');
  await type(page, page.getByRole('textbox', { name: 'New email' }), newEmail);
  await type(page, passwordField(page), password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Success! Check your inbox to verify the new email.')).toBeVisible();
  await type(
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
  await tabTo(page, page.getByRole('tab', { name: 'General' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true');

  await press(page, 'Turn On');
  await type(page, passwordField(page), password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  const app = authenticatorApp((await page.locator('code').textContent())?.replaceAll(' ', '') ?? '');
  await type(page, page.getByRole('textbox', { name: 'Code that the app shows' }), app.nextCode());
  await page.keyboard.press('Enter');
  await expect(page.getByText('The second factor is on now.')).toBeVisible();

  await press(page, 'Delete Account', 'Space');
  await type(page, passwordField(page), password);
  await page.keyboard.press('Enter');
  await type(page, appCodeField(page), app.nextCode());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeFocused();
  complaints.splice(0, complaints.length, ...complaints.filter((complaint) => !complaint.includes('401')));
});
