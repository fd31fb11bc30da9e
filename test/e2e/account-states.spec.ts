import { password } from '../person.ts';
import { beginSecondFactor, passwordField } from './account-page.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, expectComplaints, test } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAsNewPerson } from './sign-in.ts';

// The intermediate states of `/account`; `signed-in-pages.spec.ts` tests the pages as they open.

test.beforeEach(() => test.setTimeout(180_000));

test('makes changing the email usable by everyone', { tag: '@extended' }, async ({ page, cloud }) => {
  await signInAsNewPerson(page, cloud.siteUrl);
  await openPage(page, '/account');
  await page.getByRole('button', { name: 'Show user ID' }).click();
  await page.getByRole('button', { name: 'Edit email' }).click();
  await expectUsableByEveryone(page);
  await page.getByRole('textbox', { name: 'New email' }).fill('somebody-else-with-a-long-name@example.test');
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Success! Check your inbox to verify the new email.')).toBeVisible();
  await expectUsableByEveryone(page);
});

test('makes the second factor usable by everyone', { tag: '@extended' }, async ({ page, cloud }) => {
  await signInAsNewPerson(page, cloud.siteUrl);
  await openPage(page, '/account?tab=security');
  await page.getByRole('button', { name: 'Turn On' }).click();
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  await expectUsableByEveryone(page);
});

test('makes the steps before the first recovery codes usable by everyone', { tag: '@extended' }, async ({
  page,
  cloud,
  complaints,
}) => {
  await signInAsNewPerson(page, cloud.siteUrl);
  await page.route('**/api/renewRecoveryCodes', (route) => route.abort(), { times: 1 });
  await beginSecondFactor(page);
  await expect(page.getByRole('alert')).toBeVisible();
  await expectUsableByEveryone(page);

  // The response for a sign-in that is older than five minutes.
  await page.route('**/api/renewRecoveryCodes', (route) =>
    route.fulfill({ status: 403, json: { error: { status: 'permission-denied' } } }),
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('To get your recovery codes, confirm that it is you.')).toBeVisible();
  await expectUsableByEveryone(page);
  await expectComplaints(complaints, /ERR_FAILED|403/);
});

test('makes deleting the account usable by everyone', { tag: '@extended' }, async ({
  page,
  cloud,
  complaints,
}) => {
  await signInAsNewPerson(page, cloud.siteUrl);
  await openPage(page, '/account?tab=settings');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await passwordField(page).fill('Wrong-horse-7');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectUsableByEveryone(page);
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
  await expectUsableByEveryone(page);
  await expectComplaints(complaints, /40[01]/);
});
