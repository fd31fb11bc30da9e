import { askUserPool } from '../ask-user-pool.ts';
import { readSettings, registerPerson } from '../person.ts';
import { appCodeField, press, signIn } from './auth-page.ts';
import { addSecondFactor } from './authenticator-app.ts';
import { expect, expectComplaints, test } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAs } from './sign-in.ts';

test('keeps a note that is being typed when the desk requires a new sign-in', { tag: '@extended' }, async ({
  page,
  cloud,
  complaints,
}) => {
  test.setTimeout(120_000);
  const buyer = await registerPerson(cloud.siteUrl);
  await buyer.call('me');
  const admin = await registerPerson(cloud.siteUrl);
  const { userPoolId: UserPoolId } = await readSettings(cloud.siteUrl);
  const membership = { UserPoolId, Username: admin.userId, GroupName: 'admin' };
  await askUserPool(cloud.siteUrl, 'AdminAddUserToGroup', membership);
  await admin.signInAgain();
  const app = await addSecondFactor(cloud.siteUrl, admin);
  await signInAs(page, cloud.siteUrl, admin);
  await openPage(page, `/desk?person=${buyer.userId}`);
  const note = page.getByRole('textbox', { name: 'Note' });
  await note.fill('She writes from another address.');

  // The response to a sign-in that is too old for the desk.
  await page.route('**/api/deskNote', (route) =>
    route.fulfill({
      status: 403,
      json: {
        error: {
          status: 'permission-denied',
          message: 'Log in again.',
          details: { missing: 'sign-in' },
        },
      },
    }),
  );
  await press(page, 'Add note');
  await press(page, 'Log in again');
  await page.unroute('**/api/deskNote');
  await signIn(page, admin.email);
  await appCodeField(page).fill(await app.nextCode());
  await press(page, 'Confirm');
  await page.waitForURL(`**/desk?person=${buyer.userId}`);
  await expect(note).toHaveValue('She writes from another address.');
  await press(page, 'Add note');
  await expect(page.getByText('She writes from another address.', { exact: true })).toBeVisible();
  await expect(note).toHaveValue('');
  await expectComplaints(complaints, /403/);
});
