import { randomUUID } from 'node:crypto';
import { codeFor, password } from '../person.ts';
import { appCodeField, passwordField } from './account-page.ts';
import { authenticatorApp } from './authenticator-app.ts';
import { pressByKeyboard, tabTo, typeByKeyboard } from './by-keyboard.ts';
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
  await tabTo(page, page.getByRole('tab', { name: 'General' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true');

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
