import { readFile } from 'node:fs/promises';
import { verifyLicense } from '../../examples/verify-license-node/verify-license.mjs';
import { stages } from '../../lib/stages.ts';
import { openSecurity, openSettings } from './account-page.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { allowComplaints, expect, expectComplaints, test } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAs, signInAsNewPerson } from './sign-in.ts';

test('shows, copies and hides the user ID', async ({ page, context, cloud }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  await openPage(page, '/account');
  const id = page.getByText(person.userId);
  await expect(page.getByText(person.email)).toBeVisible();
  await expect(id).toHaveCount(0);
  await page.getByRole('button', { name: 'Show user ID' }).click();
  await expect(id).toBeVisible();
  await page.getByRole('button', { name: 'Copy user ID' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(person.userId);
  await page.getByRole('button', { name: 'Hide user ID' }).click();
  await expect(id).toHaveCount(0);
});

test('keeps the tab in the address, and links to preferences, feedback and the license', async ({
  page,
  cloud,
}) => {
  await signInAsNewPerson(page, cloud.siteUrl);
  await openPage(page, '/account');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page).toHaveURL(/\/account\?tab=settings$/);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('link', { name: 'Email Preferences' }).click();
  await expect(page).toHaveURL(/\/preferences$/);
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'Feedback' }).click();
  await expect(page).toHaveURL(/\/feedback$/);
  await page.goBack();
  await page.getByRole('tab', { name: 'General' }).click();
  await page.getByRole('link', { name: 'Get your free lifetime license' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
});

test('saves and copies the license file, which works offline', async ({ page, context, cloud }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  const { url } = await person.call('checkout', {
    priceId: stages.local.priceIds.earlyAccess ?? '',
    success_url: `${cloud.siteUrl}/pricing?checkout=success`,
    cancel_url: `${cloud.siteUrl}/pricing?checkout=cancelled`,
  });
  await fetch(url, { method: 'POST', redirect: 'manual' });
  await expect.poll(async () => (await person.call('myOrders')).orders.length).toBe(1);

  await openPage(page, '/account');
  await page.getByRole('link', { name: 'Your license file' }).click();
  await expect(page.getByText(`A lifetime license for ${person.email}, since`)).toBeVisible();
  await expectUsableByEveryone(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download license file' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe('lorewright.license');
  const license = await readFile(await download.path(), 'utf8');
  await page.getByRole('button', { name: 'Copy the license as text' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(license);
  const keys = await fetch(`${cloud.siteUrl}/.well-known/lorewright-license-keys.json`);
  expect(verifyLicense(license, await keys.json(), 'lorewright-local').email).toBe(person.email);
});

test('shows the tabs in two even rows on a phone, and the settings across a wide window', {
  tag: '@extended',
}, async ({ page, cloud }) => {
  await signInAsNewPerson(page, cloud.siteUrl);
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, '/account?tab=settings');
  await page.getByRole('tab').first().waitFor();
  const places = await page
    .getByRole('tab')
    .evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect()).map(({ x, y }) => ({ x, y })));
  expect(places).toHaveLength(6);
  expect(new Set(places.map(({ y }) => y)).size).toBe(2);
  expect(new Set(places.map(({ x }) => x)).size).toBe(3);
  await page.setViewportSize({ width: 1440, height: 900 });
  const right = async (name: string) => {
    const box = await page.getByRole('region', { name }).boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0);
  };
  expect(await right('Your data')).toBeGreaterThan(1200);
});

test('saves the data as one file, and limits how often', { tag: '@extended' }, async ({
  page,
  cloud,
  complaints,
}) => {
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  await person.call('feedback', { feedbackId: crypto.randomUUID(), content: 'More islands.' });
  await openSettings(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export my data' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('lorewright-data.json');
  const text = await readFile(await file.path(), 'utf8');
  const data = JSON.parse(text);
  expect(text).toBe(`${JSON.stringify(data, null, 2)}\n`);
  expect(data).toMatchObject({
    account: { email: person.email },
    user: { userId: person.userId },
    feedback: [{ content: 'More islands.' }],
    orders: [],
  });

  for (let count = 1; count < 10; count++) await person.call('exportMyData');
  await page.getByRole('button', { name: 'Export my data' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    /^You have done this too many times\. Try again in (a|\d+) minutes?\.$/,
  );
  await expectComplaints(complaints, /429/);
});

test('opens the home page in every tab after signing out', { tag: '@extended' }, async ({
  page,
  context,
  cloud,
}) => {
  await signInAsNewPerson(page, cloud.siteUrl);
  const other = await context.newPage();
  await openPage(other, `${cloud.siteUrl}/account`);
  await expect(other.getByText('None yet.')).toBeVisible();
  await openSettings(page);
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL(`${cloud.siteUrl}/`);
  await expect(other.getByText('Your session has ended. Log in to see your account.')).toBeVisible();
});

test('ends all sign-ins when signing out everywhere', async ({ page, browser, cloud, complaints }) => {
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  await person.call('syncEmail');
  const device = await browser.newContext({ baseURL: cloud.siteUrl });
  const other = await device.newPage();
  await person.signInAgain();
  await signInAs(other, cloud.siteUrl, person);
  await openSecurity(page);
  await page.getByRole('button', { name: 'Sign Out Everywhere' }).click();
  await expect(page).toHaveURL(`${cloud.siteUrl}/`);
  await expect(person.call('syncEmail')).rejects.toThrow('401');
  await openPage(other, '/account?tab=security');
  await expect(other.getByText('Your session has ended. Log in to see your account.')).toBeVisible();
  await device.close();
  allowComplaints(complaints, /40[01]/);
});
