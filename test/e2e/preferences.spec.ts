import { findViolations } from './find-violations.ts';
import { expect, test } from './fixtures.ts';
import { signInAsNewPerson } from './sign-in.ts';

test('somebody signed in chooses their mails, and the choice stays', async ({ page, cloud, complaints }) => {
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  await page.goto('/account?tab=settings');
  await page.getByRole('link', { name: 'Email Preferences' }).click();
  const newsletter = page.getByRole('switch', { name: 'Newsletter' });
  await expect(newsletter).toBeChecked();
  await page.getByText('Newsletter', { exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(newsletter).not.toBeChecked();
  expect((await person.call('me')).unsubscriptions).toEqual(['newsletter']);

  await page.reload();
  await expect(newsletter).not.toBeChecked();
  await page.getByRole('switch', { name: 'Updates' }).focus();
  expect(await findViolations(page)).toEqual([]);

  await page.route('**/api/updateMe', (route) => route.abort());
  await page.getByText('Updates', { exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('could not be reached');
  await expect(page.getByRole('switch', { name: 'Updates' })).toBeChecked();
  // The browser notes the request that was cut off.
  expect(complaints).toHaveLength(1);
  complaints.length = 0;
});
