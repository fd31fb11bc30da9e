import { randomUUID } from 'node:crypto';
import { registerAdmin } from '../registered-admin.ts';
import { registerUnconfirmed } from '../unconfirmed-account.ts';
import { maxClicks } from './desk-page.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, test } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAs } from './sign-in.ts';

test('shows in three clicks that the emails to an address bounce', { tag: '@extended' }, async ({
  page,
  cloud,
}) => {
  // The simulator of SES has no such mailbox.
  const email = `bounce+${randomUUID()}@simulator.amazonses.com`;
  const { userId } = await registerUnconfirmed(cloud.siteUrl, email);
  const admin = await registerAdmin(cloud.siteUrl);
  const outcomes = async () =>
    (await admin.call('deskPerson', { userId })).emails.map(({ outcome }) => outcome);
  await expect.poll(outcomes).toEqual(['bounced']);
  await signInAs(page, cloud.siteUrl, admin);
  await openPage(page, '/account');
  await page.evaluate(() => {
    const counted = window as unknown as { clicks: number };
    counted.clicks = 0;
    // Capturing, so that it also counts a click whose event does not bubble up to the document.
    document.addEventListener('click', () => (counted.clicks += 1), { capture: true });
  });

  await page.getByRole('link', { name: 'Desk' }).click();
  await page.getByLabel('Find a person').fill(email.slice(0, 30));
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByRole('heading', { name: email })).toBeVisible();
  const emails = page.getByRole('region', { name: 'Emails' });
  await expect(emails.getByRole('listitem')).toHaveText([
    /^Confirm your email for Lorewright, .* UTC\s*bounced for good, .* UTC$/,
  ]);

  const clicks = await page.evaluate(() => (window as unknown as { clicks: number }).clicks);
  expect(clicks).toBeGreaterThan(0);
  expect(clicks).toBeLessThanOrEqual(maxClicks);
  await expectUsableByEveryone(page);
});
