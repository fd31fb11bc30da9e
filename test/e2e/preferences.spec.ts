import { unsubscribableGroups } from '../../contract/records/user.ts';
import { tabTo } from './by-keyboard.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, expectComplaints, test } from './fixtures.ts';
import { signInAsNewPerson } from './sign-in.ts';

test('saves the choice of emails of a signed-in user', async ({ page, cloud, complaints }) => {
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  await page.goto('/account?tab=settings');
  await page.getByRole('link', { name: 'Email Preferences' }).click();
  const newsletter = page.getByRole('switch', { name: 'Newsletter' });
  await expect(newsletter).not.toBeChecked();
  await page.locator('#main').getByText('Newsletter', { exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(newsletter).toBeChecked();
  expect((await person.call('me')).unsubscriptions).toEqual(['updates', 'resources', 'feedback']);

  await page.reload();
  await expect(newsletter).toBeChecked();
  await page.getByRole('switch', { name: 'Updates' }).focus();
  await expectUsableByEveryone(page);

  await page.route('**/api/updateMe', (route) => route.abort());
  await page.getByText('Updates', { exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('could not be reached');
  await expect(page.getByRole('switch', { name: 'Updates' })).not.toBeChecked();
  // The browser logs the aborted request.
  await expectComplaints(complaints, /ERR_FAILED/, 1);

  await test.step('repeats it by keyboard, on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await tabTo(page, newsletter);
    const cutOff = page.waitForEvent('requestfailed');
    await page.keyboard.press('Space');
    await cutOff;
    await expect(page.getByRole('alert')).toContainText('could not be reached');
    await expect(newsletter).toBeChecked();
    await expect(newsletter).toBeFocused();
    await expectComplaints(complaints, /ERR_FAILED/);

    await page.unroute('**/api/updateMe');
    await page.keyboard.press('Space');
    await expect(page.getByText('Saved.')).toBeVisible();
    await expect(newsletter).not.toBeChecked();
    expect((await person.call('me')).unsubscriptions).toEqual([...unsubscribableGroups]);
  });
});
