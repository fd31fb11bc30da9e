import type { Page } from '@playwright/test';
import { unsubscribableGroups } from '../../contract/records/user.ts';
import type { Person } from '../person.ts';
import { registerAdmin } from '../registered-admin.ts';
import { exceptUpdates, unsubscribeLinks } from '../unsubscribe-links.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, expectComplaints, test } from './fixtures.ts';
import { signInAs } from './sign-in.ts';

type Links = Awaited<ReturnType<typeof unsubscribeLinks>>;

/** A person who has received an email about updates. */
async function newReader(siteUrl: string): Promise<{ reader: Person; links: Links }> {
  const reader = await registerAdmin(siteUrl);
  return { reader, links: await unsubscribeLinks(siteUrl, reader) };
}

/** Opens a link of an email and presses its button. */
async function follow(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
}

const unsubscriptionsOf = async (reader: Person) => (await reader.call('me')).unsubscriptions;

test('unsubscribes from one group, and can undo it', async ({ page, cloud }) => {
  const { reader, links } = await newReader(cloud.siteUrl);
  await follow(page, links.group);
  await expect(page.getByRole('status')).toHaveText('No more emails about updates.');
  expect(page.url()).toBe(`${cloud.siteUrl}/unsubscribe`);
  expect(await unsubscriptionsOf(reader)).toEqual([...unsubscribableGroups]);
  await expectUsableByEveryone(page);

  await page.getByRole('button', { name: 'Subscribe again' }).click();
  await expect(page.getByRole('status')).toHaveText('You receive emails about updates again.');
  expect(await unsubscriptionsOf(reader)).toEqual(exceptUpdates);

  await page.reload();
  await expect(page.getByRole('status')).toHaveText('You receive emails about updates again.');
  expect(await unsubscriptionsOf(reader)).toEqual(exceptUpdates);

  // A second click on the link, in the same tab.
  await follow(page, links.group);
  await expect(page.getByRole('status')).toHaveText('No more emails about updates.');
  await follow(page, links.group);
  await expect(page.getByText(/^You were already unsubscribed\./)).toBeVisible();
  expect(page.url()).toBe(`${cloud.siteUrl}/unsubscribe`);
  expect(await unsubscriptionsOf(reader)).toEqual([...unsubscribableGroups]);
  await page.getByRole('link', { name: 'Choose your emails' }).click();
  await expect(page.getByText('Log in to choose your emails.')).toBeVisible();
});

test('unsubscribes from all groups, and undoes only its own changes', { tag: '@extended' }, async ({
  page,
  cloud,
}) => {
  const { reader, links } = await newReader(cloud.siteUrl);
  const status = page.getByRole('status');
  await follow(page, links.all);
  await expect(status).toHaveText('No more emails that your account does not need.');
  expect(await unsubscriptionsOf(reader)).toEqual([...unsubscribableGroups]);
  await page.getByRole('button', { name: 'Subscribe again' }).click();
  await expect(status).toHaveText('You receive the same emails as before.');
  expect(await unsubscriptionsOf(reader)).toEqual(exceptUpdates);

  await reader.call('updateMe', { mailGroup: { group: 'newsletter', wantsMail: true } });
  await follow(page, links.all);
  await page.getByRole('button', { name: 'Subscribe again' }).click();
  await expect(status).toHaveText('You receive the same emails as before.');
  expect(await unsubscriptionsOf(reader)).toEqual(['resources', 'feedback']);
});

test('respects the preferences when the page of the link is shown again', { tag: '@extended' }, async ({
  page,
  cloud,
}) => {
  const { reader: person, links } = await newReader(cloud.siteUrl);
  await signInAs(page, cloud.siteUrl, person);
  const updates = page.getByRole('switch', { name: 'Updates' });
  const choose = async () => {
    await page.getByRole('link', { name: 'Choose your emails' }).click();
    const wanted = await updates.isChecked();
    await page.getByText('Updates', { exact: true }).click();
    await expect(page.getByText('Saved.')).toBeVisible();
    await expect(updates).toBeChecked({ checked: !wanted });
  };
  const status = page.getByRole('status');

  await follow(page, links.group);
  await expect(status).toHaveText('No more emails about updates.');
  await choose();
  await page.goBack();
  await expect(status).toHaveText('No more emails about updates.');
  expect(await unsubscriptionsOf(person)).toEqual(exceptUpdates);
  await page.reload();
  await expect(status).toHaveText('No more emails about updates.');
  expect(await unsubscriptionsOf(person)).toEqual(exceptUpdates);

  await page.getByRole('button', { name: 'Subscribe again' }).click();
  await expect(status).toHaveText('You receive emails about updates again.');
  await choose();
  await page.goBack();
  await expect(status).toHaveText('You receive emails about updates again.');
  await page.reload();
  await expect(status).toHaveText('You receive emails about updates again.');
  expect(await unsubscriptionsOf(person)).toEqual([...unsubscribableGroups]);
});

test('redirects an email app that opens the address instead of posting to it', { tag: '@extended' }, async ({
  page,
  cloud,
}) => {
  const { reader, links } = await newReader(cloud.siteUrl);
  await follow(page, links.oneClick);
  await expect(page.getByRole('status')).toHaveText('No more emails about updates.');
  expect(page.url()).toBe(`${cloud.siteUrl}/unsubscribe`);
  expect(await unsubscriptionsOf(reader)).toEqual([...unsubscribableGroups]);
});

test('reports a damaged link, changes nothing, and shows other ways', { tag: '@extended' }, async ({
  page,
  cloud,
  complaints,
}) => {
  const { reader, links } = await newReader(cloud.siteUrl);
  await follow(page, links.group.slice(0, -1));
  await expect(page.getByRole('alert')).toHaveText(
    'This link is damaged. Please use the link in the email again.',
  );
  await expect(page.getByRole('main').getByRole('link', { name: 'Write to us' })).toBeVisible();
  expect(await unsubscriptionsOf(reader)).toEqual(exceptUpdates);
  await expectUsableByEveryone(page);
  // The browser logs the refused request.
  await expectComplaints(complaints, /400/, 1);
});

test.describe('on a phone, by keyboard only', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('reports a broken connection, retries, and undoes', { tag: '@extended' }, async ({
    page,
    cloud,
    complaints,
  }) => {
    const { reader, links } = await newReader(cloud.siteUrl);
    await page.route('**/api/unsubscribe', (route) => route.abort(), { times: 1 });
    await page.goto(links.group);
    await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible();
    await page.locator('main').focus();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('could not be reached');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status')).toHaveText('No more emails about updates.');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Subscribe again' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status')).toHaveText('You receive emails about updates again.');
    expect(await unsubscriptionsOf(reader)).toEqual(exceptUpdates);
    // The browser logs the aborted request.
    await expectComplaints(complaints, /ERR_FAILED/, 1);
  });
});
