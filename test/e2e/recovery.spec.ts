import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { mailsTo, password, registerPerson } from '../person.ts';
import {
  appCodeField,
  openSecurity,
  passwordField as proofField,
  readRecoveryCodes,
  turnOnApp,
  turnOnSecondFactor,
} from './account-page.ts';
import {
  emailField,
  enterCredentials,
  expectToArrive,
  mailCodeField,
  newestMail,
  newPasswordField,
  passwordField,
  press,
  pressToStep,
  signIn,
  appCodeField as signInCodeField,
} from './auth-page.ts';
import { addSecondFactor } from './authenticator-app.ts';
import { pressByKeyboard, tabTo, typeByKeyboard } from './by-keyboard.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, expectComplaints, test } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAsNewPerson } from './sign-in.ts';

const codeField = (page: Page) => page.getByRole('textbox', { name: 'Recovery code' });
const recovered = (page: Page) => page.getByText(/^Your authenticator app is turned off/);

async function expectMail(siteUrl: string, email: string, subject: RegExp): Promise<void> {
  const subjects = async () => (await mailsTo(siteUrl, email)).map((mail) => mail.subject);
  await expect.poll(subjects).toContainEqual(expect.stringMatching(subject));
}

/** A signed-out person with an authenticator app and recovery codes. */
async function withRecoveryCodes(siteUrl: string) {
  const person = await registerPerson(siteUrl);
  await addSecondFactor(siteUrl, person);
  const { codes } = await person.call('renewRecoveryCodes');
  // Otherwise it could arrive later than the email that the test waits for.
  await expectMail(siteUrl, person.email, /has a second factor now$/);
  return { email: person.email, codes };
}

test('lets a person who lost the app log in with a code from the file', async ({ page, cloud }) => {
  test.slow();
  const { email } = await signInAsNewPerson(page, cloud.siteUrl);
  const { recoveryCodes } = await turnOnApp(page);
  await expectUsableByEveryone(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download recovery codes' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('lorewright-recovery-codes.txt');
  const file = await readFile(await download.path(), 'utf8');
  for (const text of [`Site: ${cloud.siteUrl}`, `Account: ${email}`, ...recoveryCodes])
    expect(file).toContain(text);
  await page.getByRole('button', { name: 'I saved my codes' }).click();
  await expect(page.getByText('10 of 10 recovery codes are left.')).toBeVisible();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await page.waitForURL(`${cloud.siteUrl}/`);

  await openPage(page, '/auth');
  await signIn(page, email);
  await pressToStep(page, 'Lost your app?', 'Lost your app?');
  await expect(emailField(page)).toHaveValue(email);
  await passwordField(page).fill(password);
  // Typed like a printed code.
  await codeField(page).fill(recoveryCodes[3]?.toLowerCase().replaceAll('-', ' ') ?? '');
  await press(page, 'Turn Off Authenticator App');
  await expect(recovered(page)).toBeVisible();
  await expect(emailField(page)).toHaveValue(email);
  await passwordField(page).fill(password);
  await press(page, 'Submit');
  await expectToArrive(page);
  await openSecurity(page);
  await expect(page.getByRole('button', { name: 'Turn On' })).toBeVisible();
  await expectMail(cloud.siteUrl, email, /has a second factor now$/);
  await expectMail(cloud.siteUrl, email, /^A recovery code .* was used$/);
});

test('prints only the codes and the name of the account', { tag: '@extended' }, async ({ page, cloud }) => {
  const { email } = await signInAsNewPerson(page, cloud.siteUrl);
  const { recoveryCodes } = await turnOnApp(page);
  await page.emulateMedia({ media: 'print' });
  const printed = await page.locator('body').innerText();
  const host = new URL(cloud.siteUrl).host;
  expect(printed.split(/\s*\n\s*/).filter(Boolean)).toEqual([
    'Lorewright recovery codes',
    host,
    email,
    ...recoveryCodes,
  ]);
});

test('lets a signed-in person who lost the app turn it off, but not with an earlier code', {
  tag: '@extended',
}, async ({ page, cloud, complaints }) => {
  test.slow();
  const { email } = await signInAsNewPerson(page, cloud.siteUrl);
  const app = await turnOnSecondFactor(page);
  await page.getByRole('button', { name: 'Make New Codes' }).click();
  await proofField(page).fill(password);
  await expectUsableByEveryone(page);
  await page.getByRole('button', { name: 'Make New Codes' }).click();
  await appCodeField(page).fill(await app.nextCode());
  await page.getByRole('button', { name: 'Confirm' }).click();
  const newCodes = await readRecoveryCodes(page);
  await page.getByRole('button', { name: 'I saved my codes' }).click();

  await page.getByRole('button', { name: 'Turn Off' }).click();
  await proofField(page).fill(password);
  await page.getByRole('button', { name: 'Turn Off' }).click();
  await expect(appCodeField(page)).toBeVisible();
  await expectUsableByEveryone(page);
  const proof = page.getByRole('group', { name: 'Confirm that it is you' });
  await tabTo(page, proof.getByRole('link', { name: 'Lost your app?' }));
  await page.keyboard.press('Enter');
  await expect(codeField(page)).toBeVisible();
  await enterCredentials(page, email);
  await codeField(page).fill(app.recoveryCodes[0] ?? '');
  await press(page, 'Turn Off Authenticator App');
  await expect(page.getByRole('alert')).toHaveText(
    'Email, password and recovery code do not belong together. Check all three. Each code works once. If your authenticator app is already off, your password is enough: sign in.',
  );
  await expect(emailField(page)).toHaveValue(email);
  await codeField(page).fill(newCodes[0] ?? '');
  await press(page, 'Turn Off Authenticator App');
  await expect(recovered(page)).toBeVisible();
  // This browser was signed in.
  await signIn(page, email);
  await expectToArrive(page);
  await expectComplaints(complaints, /40[03]/);
});

test('lets a person who lost the app and the password sign in again', { tag: '@extended' }, async ({
  page,
  cloud,
}) => {
  const { email, codes } = await withRecoveryCodes(cloud.siteUrl);
  await openPage(page, '/auth?step=recover');
  await pressToStep(page, 'Forgot your password, too?', 'Forgot password');
  await emailField(page).fill(email);
  await press(page, 'Send');
  await expect(mailCodeField(page)).toBeVisible();
  await mailCodeField(page).fill((await newestMail(cloud.siteUrl, email)).code);
  await newPasswordField(page).fill('Another-horse-8');
  await press(page, 'Change Password');
  await expect(signInCodeField(page)).toBeVisible();
  await pressToStep(page, 'Lost your app?', 'Lost your app?');
  await passwordField(page).fill('Another-horse-8');
  await codeField(page).fill(codes[9] ?? '');
  await press(page, 'Turn Off Authenticator App');
  await expect(recovered(page)).toBeVisible();
  await passwordField(page).fill('Another-horse-8');
  await press(page, 'Submit');
  await expectToArrive(page);
});

test('supports a recovery code by keyboard on a phone', { tag: '@extended' }, async ({ page, cloud }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { email, codes } = await withRecoveryCodes(cloud.siteUrl);
  await openPage(page, '/auth');
  await typeByKeyboard(page, emailField(page), email);
  await typeByKeyboard(page, passwordField(page), password);
  await page.keyboard.press('Enter');
  await pressByKeyboard(page, 'Lost your app?');
  await expect(page.getByRole('region', { name: 'Lost your app?' })).toBeFocused();
  await pressByKeyboard(page, 'Go Back');
  await expect(page.getByRole('region', { name: 'Enter your code' })).toBeFocused();
  await pressByKeyboard(page, 'Lost your app?', 'Space');
  await typeByKeyboard(page, passwordField(page), password);
  await typeByKeyboard(page, codeField(page), codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Sign in or register' })).toBeFocused();
  await expect(recovered(page)).toBeVisible();
  await typeByKeyboard(page, passwordField(page), password);
  await page.keyboard.press('Enter');
  await expectToArrive(page);
});
