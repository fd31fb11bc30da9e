import { appCodeField, newAddress, passwordField, press, register, signIn } from './auth-page.ts';
import { addSecondFactor } from './authenticator-app.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, expectComplaints, test } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAsNewPerson } from './sign-in.ts';

test.describe.configure({ timeout: 120_000 });

// `pages.spec.ts` checks the two forms that `/auth` opens with.
for (const [address, button] of [
  ['/auth?step=forgot-password', 'Send'],
  ['/auth?step=confirm', 'Confirm'],
  ['/auth?step=new-password', 'Change Password'],
  ['/auth?step=new-email', 'Submit'],
  ['/auth?step=recover', 'Turn Off Authenticator App'],
] as const) {
  test(`makes ${address} usable by everyone`, { tag: '@extended' }, async ({ page }) => {
    await openPage(page, address);
    await expect(page.getByRole('button', { name: button, exact: true })).toBeVisible();
    await expectUsableByEveryone(page);
  });
}

test('makes a step that waits for an email usable by everyone', { tag: '@extended' }, async ({
  page,
  complaints,
}) => {
  await register(page, `${'long-name-'.repeat(2)}${newAddress()}`);
  await page.getByRole('button', { name: 'Resend code' }).click({ force: true });
  await press(page, 'I have opened the link');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectComplaints(complaints, /400/);
  await expectUsableByEveryone(page);
});

test('makes the step for a code and the one for signed-in visitors usable by everyone', {
  tag: '@extended',
}, async ({ page, cloud }) => {
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  await addSecondFactor(cloud.siteUrl, person);
  await openPage(page, '/auth');
  await expect(page.getByText(`You are signed in as ${person.email}.`)).toBeVisible();
  await expectUsableByEveryone(page);
  await press(page, 'Sign in with another account');
  await expect(passwordField(page)).toBeVisible();
  await signIn(page, person.email);
  await expect(appCodeField(page)).toBeVisible();
  await expectUsableByEveryone(page);
});
