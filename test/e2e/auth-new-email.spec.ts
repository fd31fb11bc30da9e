import { registerPerson } from '../person.ts';
import {
  appCodeField,
  changeEmail,
  expectToArrive,
  mailCodeField,
  otherThan,
  press,
  pressToStep,
  signIn,
} from './auth-page.ts';
import { addSecondFactor } from './authenticator-app.ts';
import { expect, expectComplaints, test } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAsNewPerson } from './sign-in.ts';

test('changes the address of the signed-in user', { tag: '@extended' }, async ({ page, cloud }) => {
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  const { newEmail, link } = await changeEmail(cloud.siteUrl, person);
  await openPage(page, link);
  await press(page, 'Confirm');
  await page.waitForURL('**/account');
  await expect(page.getByText('Your new email address is confirmed.')).toBeVisible();
  await expect(page.getByText(newEmail)).toBeVisible();
  expect((await person.call('me')).email).toBe(newEmail);
});

test('requires signed-out users to sign in with the old address first', { tag: '@extended' }, async ({
  page,
  cloud,
  complaints,
}) => {
  const person = await registerPerson(cloud.siteUrl);
  const { newEmail, link } = await changeEmail(cloud.siteUrl, person);
  await openPage(page, link);
  await expect(page.getByRole('heading', { name: 'Sign in to use the new address' })).toBeVisible();
  await expect(page).toHaveURL(/\/auth\?step=new-email$/);
  await signIn(page, person.email, 'Wrong-horse-7');
  await expect(page.getByRole('alert')).toHaveText('Incorrect username or password.');
  await signIn(page, person.email);
  await press(page, 'Confirm');
  await page.waitForURL('**/account');
  await expect(page.getByText(newEmail)).toBeVisible();

  await openPage(page, '/auth');
  await press(page, 'Sign in with another account');
  await signIn(page, person.email);
  await expect(page.getByRole('alert')).toHaveText('Incorrect username or password.');
  await signIn(page, newEmail);
  await expectToArrive(page);
  await expectComplaints(complaints, /400/);
});

test('requires the code of the second factor in between', { tag: '@extended' }, async ({ page, cloud }) => {
  const person = await registerPerson(cloud.siteUrl);
  const app = await addSecondFactor(cloud.siteUrl, person);
  const { newEmail, link } = await changeEmail(cloud.siteUrl, person);
  await openPage(page, link);
  await signIn(page, person.email);
  await appCodeField(page).fill(await app.nextCode());
  await pressToStep(page, 'Confirm', 'Confirm your new email address');
  await press(page, 'Confirm');
  await page.waitForURL('**/account');
  await expect(page.getByText(newEmail)).toBeVisible();
});

test('accepts the correct code after a wrong one, and offers the next step after a used one', {
  tag: '@extended',
}, async ({ page, cloud, complaints }) => {
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  const { newEmail, link, code } = await changeEmail(cloud.siteUrl, person);
  await openPage(page, link.replace(code, otherThan(code)));
  await press(page, 'Confirm');
  await expect(page.getByRole('alert')).toContainText('This code is incorrect.');
  await page.reload();
  await mailCodeField(page).fill(code);
  await press(page, 'Confirm');
  await page.waitForURL('**/account');
  await expect(page.getByText(newEmail)).toBeVisible();

  await openPage(page, link);
  await press(page, 'Confirm');
  await expect(page.getByRole('alert')).toContainText('no longer valid');
  await page.getByRole('main').getByRole('link', { name: 'your account' }).click();
  await page.waitForURL('**/account');
  await expectComplaints(complaints, /400/);
});
