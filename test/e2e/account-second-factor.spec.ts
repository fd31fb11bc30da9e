import { password } from '../person.ts';
import { appCodeField, openSecurity, passwordField, turnOnSecondFactor } from './account-page.ts';
import { authenticatorApp } from './authenticator-app.ts';
import { expect, expectComplaints, test } from './fixtures.ts';
import { signInAsNewPerson } from './sign-in.ts';

test('turns the second factor on and off', async ({ page, cloud, complaints }) => {
  await signInAsNewPerson(page, cloud.siteUrl);
  const app = await turnOnSecondFactor(page);
  await page.reload();
  await page.getByRole('button', { name: 'Turn Off' }).click();
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: 'Turn Off' }).click();
  await appCodeField(page).fill(app.wrongCode());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^This code is incorrect/);
  await appCodeField(page).fill(await app.nextCode());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('The second factor is off now.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Turn On' })).toBeVisible();
  await expectComplaints(complaints, /400/);
});

test('requires the password and a code of the new key', { tag: '@extended' }, async ({
  page,
  cloud,
  complaints,
}) => {
  await signInAsNewPerson(page, cloud.siteUrl);
  await openSecurity(page);
  await page.getByRole('button', { name: 'Turn On' }).click();
  await passwordField(page).fill('Wrong-horse-7');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toHaveText('Incorrect password.');
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();

  // The QR code is dark on white in both themes, and complies with the page's policy.
  const code = page.getByRole('img', { name: 'QR code' });
  await expect(code).toBeVisible();
  await expect(code.locator('rect')).toHaveCSS('fill', 'rgb(255, 255, 255)');
  await expect(code.locator('path')).toHaveCSS('fill', 'rgb(0, 0, 0)');
  expect(await code.evaluate((svg) => svg.outerHTML)).not.toContain('style=');

  await page.getByRole('textbox', { name: 'Code that the app shows' }).fill(authenticatorApp('').wrongCode());
  await page.getByRole('button', { name: 'Turn On' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'Go Back' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Turn On' })).toBeVisible();
  await expectComplaints(complaints, /400/);
});

test('detects that another tab has turned it on', { tag: '@extended' }, async ({ page, context, cloud }) => {
  await signInAsNewPerson(page, cloud.siteUrl);
  await openSecurity(page);
  const other = await context.newPage();
  const app = await turnOnSecondFactor(other);
  await page.getByRole('button', { name: 'Turn On' }).click();
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await appCodeField(page).fill(await app.nextCode());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('The second factor is on now.')).toBeVisible();
});
