import type { BrowserContext, Page } from '@playwright/test';
import { callOperation } from '../person.ts';
import { firstArticles } from '../site-paths.ts';
import { confirmationCodeField, expectToArrive, newestMail, press, register } from './auth-page.ts';
import { goThroughTabs, pressByKeyboard } from './by-keyboard.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, expectComplaints, test, testInNewContext } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAsNewPerson } from './sign-in.ts';

const article = `/blog/${firstArticles()[0]}`;
const row = (page: Page, name: string) => page.getByRole('row', { name });

/** The codes that a browser's pages have reported. */
function countedBy(context: BrowserContext): string[] {
  const codes: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/api/referralImpression'))
      codes.push(request.postDataJSON().data.referralCode);
  });
  return codes;
}

/** Waits, because a slow page may be idle before it counts. */
const expectCounted = (counted: string[], codes: string[]) =>
  expect.poll(() => counted, { intervals: [20] }).toEqual(codes);

async function visit(page: Page, path: string): Promise<void> {
  await openPage(page, path);
  await page.waitForLoadState('networkidle');
}

/**
 * Opens a page and waits until it has stored that the code was counted. Leaving it earlier makes the
 * next page report the code again.
 */
async function openAndWaitUntilCounted(page: Page, path: string, code: string): Promise<void> {
  await openPage(page, path);
  const noted = () => page.evaluate(() => localStorage.getItem('referralsCounted')?.split(' '));
  await expect.poll(noted, { intervals: [20] }).toContain(code);
}

test('shows the referrer the visit, the registration and the license of a friend', async ({
  page,
  browser,
  cloud,
}) => {
  test.setTimeout(120_000);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  await openPage(page, '/account');
  await page.getByRole('tab', { name: 'Referrals' }).click();
  await expect(page).toHaveURL(/\?tab=referrals$/);
  await expect(page.getByText(/^Nobody has used your link in the last twelve months/)).toBeVisible();
  await press(page, 'Copy your link');
  await expect(page.getByText('Copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const code = new URL(link).searchParams.get('ref') ?? '';
  expect(link).toBe(`${cloud.siteUrl}/?ref=${code}`);

  const context = await browser.newContext({ baseURL: cloud.siteUrl });
  const counted = countedBy(context);
  const friend = await context.newPage();
  await openAndWaitUntilCounted(friend, link, code);
  await friend.reload();
  await visit(friend, `${article}?ref=${code}`);
  await visit(await context.newPage(), link);
  expect(counted).toEqual([code]);

  const email = await register(friend);
  await confirmationCodeField(friend).fill((await newestMail(cloud.siteUrl, email)).code);
  await press(friend, 'Confirm');
  await expectToArrive(friend);
  await friend.getByRole('button', { name: 'Get your free license' }).click();
  await friend.getByRole('button', { name: 'Complete order' }).click();
  await expect(friend.getByText('Your license is ready.')).toBeVisible();
  await context.close();

  await expect
    .poll(async () => (await person.call('myReferrals')).months.at(-1), { intervals: [50] })
    .toMatchObject({ impressions: 1, signUps: 1, licenses: 1 });
  await page.reload();
  await expect(row(page, 'Total')).toHaveText(/^Total111$/);
  const thisMonth = new Date().toLocaleDateString('en-US', {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  await expect(row(page, thisMonth)).toHaveText(`${thisMonth}111`);
});

test('counts visits to an article and each followed link, and keeps the latest link', {
  tag: '@extended',
}, async ({ page, context }) => {
  const counted = countedBy(context);
  await openAndWaitUntilCounted(page, `${article}?ref=first-code`, 'first-code');
  await openAndWaitUntilCounted(page, '/pricing?ref=second-code', 'second-code');
  expect(counted).toEqual(['first-code', 'second-code']);
  expect(await page.evaluate(() => localStorage.getItem('referralCode'))).toBe('second-code');
});

test('counts the same link once in two tabs that open it at the same time', { tag: '@extended' }, async ({
  context,
}) => {
  const counted = countedBy(context);
  const bothHaveRun = Promise.withResolvers<void>();
  await context.route('**/api/referralImpression', async (route) => {
    await bothHaveRun.promise;
    await route.continue();
  });
  const tabs = await Promise.all([context.newPage(), context.newPage()]);
  await Promise.all(tabs.map((tab) => openPage(tab, '/?ref=twice-at-once')));
  // One tab counts, and the other finds the lock taken.
  const locks = () =>
    tabs[0].evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query();
      return [held, pending].map((each) => each.filter(({ name }) => name === 'referrals').length);
    });
  await expect.poll(locks, { intervals: [50] }).toEqual([1, 1]);
  bothHaveRun.resolve();
  await Promise.all(tabs.map((tab) => tab.waitForLoadState('networkidle')));
  await expectCounted(counted, ['twice-at-once']);
});

testInNewContext(
  'retries on the next page to count a visit',
  { tag: '@extended' },
  async ({ page, context, complaints }) => {
    // On the next day in UTC, the code counts again.
    await page.clock.setFixedTime(new Date());
    await page.route('**/api/referralImpression', (route) => route.abort(), { times: 1 });
    const counted = countedBy(context);
    await visit(page, '/?ref=no-network');
    await expectCounted(counted, ['no-network']);
    await openAndWaitUntilCounted(page, '/faq', 'no-network');
    expect(counted).toEqual(['no-network', 'no-network']);
    await visit(page, '/about');
    await visit(page, '/?ref=no-network');
    expect(counted).toHaveLength(2);
    await expectComplaints(complaints, /ERR_FAILED/);
  },
);

test('supports the keyboard, and reports that loading failed', { tag: '@extended' }, async ({
  page,
  cloud,
  complaints,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAsNewPerson(page, cloud.siteUrl);
  await page.route('**/api/myReferrals', (route) => route.abort());
  await openPage(page, '/account');
  await goThroughTabs(page, ['General', 'Settings', 'Security', 'License', 'Purchases', 'Referrals']);
  await expect(page.getByRole('alert')).toContainText('could not be reached');
  await page.unroute('**/api/myReferrals');
  await pressByKeyboard(page, 'Try again');
  await pressByKeyboard(page, 'Copy your link');
  await expect(page.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/?ref=');
  await expectComplaints(complaints, /ERR_FAILED/);
});

test('is usable by everyone, with and without numbers', { tag: '@extended' }, async ({ page, cloud }) => {
  test.setTimeout(180_000);
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  await openPage(page, '/account?tab=referrals');
  await expect(page.getByText(/^Nobody has used your link in the last twelve months/)).toBeVisible();
  await expectUsableByEveryone(page);

  const { code } = await person.call('myReferrals');
  await callOperation(cloud.siteUrl, 'referralImpression', { data: { referralCode: code } });
  await openPage(page, '/account?tab=referrals');
  await expect(row(page, 'Total')).toHaveText(/^Total100$/);
  await expectUsableByEveryone(page);
});
