import type { Page } from '@playwright/test';
import { deviceStorage } from '../../contract/records/device-storage.ts';
import { readSettings, registerPerson } from '../person.ts';
import { openSettings } from './account-page.ts';
import { appCodeField, expectToArrive, press, register, setNewPassword, signIn } from './auth-page.ts';
import { addSecondFactor } from './authenticator-app.ts';
import { pressByKeyboard } from './by-keyboard.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, test, testInNewContext } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { readDevice } from './read-device.ts';

const listed = deviceStorage.flatMap(({ names, storage }) =>
  names.flatMap((name) => storage.map((place) => `${place} ${name}`)),
);
// `pages.spec.ts` checks that pages store nothing else when they are opened.
const ofReferrals = ['local referralCode', 'local referralDay', 'local referralsCounted'];
const ofSignIn = ['local CognitoIdentityServiceProvider', 'local session'];

/** Waits, because pages store some entries after a response. */
const expectOnDevice = (page: Page, ...entries: string[]) =>
  expect.poll(() => readDevice(page), { intervals: [50] }).toEqual(entries.sort());

/** Fills in a field that leaves the text of a visitor on the device. */
async function write(page: Page, path: string, label: string): Promise<void> {
  await openPage(page, path);
  await page.getByLabel(label).fill('A compass, please.');
}

async function signOut(page: Page, siteUrl: string): Promise<void> {
  await openSettings(page);
  await press(page, 'Sign Out');
  await page.waitForURL(`${siteUrl}/`);
}

test('stores exactly what the privacy policy lists', { tag: '@extended' }, async ({ page, cloud }) => {
  test.setTimeout(120_000);
  const found = new Set<string>();
  const expectStored = async (...entries: string[]) => {
    await expectOnDevice(page, 'local fonts', ...entries);
    for (const entry of ['local fonts', ...entries]) found.add(entry);
  };

  await test.step('the theme', async () => {
    await openPage(page, '/');
    await press(page, 'Switch to light theme');
    await expectStored('local theme');
    await page.evaluate(() => localStorage.removeItem('theme'));
  });

  await test.step('that the shortcut of the search is off', async () => {
    await openPage(page, '/search');
    await page.getByRole('checkbox', { name: /opens the search/ }).uncheck();
    await expectStored('local slashKey');
    await page.getByRole('checkbox', { name: /opens the search/ }).check();
    await expectStored();
  });

  await test.step('a referral link, until Forget', async () => {
    const mayCount = Promise.withResolvers<void>();
    await page.route('**/api/referralImpression', async (route) => {
      await mayCount.promise;
      await route.continue();
    });
    await openPage(page, '/pricing?ref=device-storage');
    await expectStored('local referralCode', 'local referralDay', 'local referralsToCount');
    mayCount.resolve();
    await expectStored(...ofReferrals);
    await press(page, 'Forget');
    await expectStored();
  });

  await test.step('drafts of a signed-out visitor, for the open tab', async () => {
    await write(page, '/contact', 'Message');
    await expectStored('session contactDraft');
    await write(page, '/feedback', 'Your feedback');
    await expectStored('session contactDraft', 'session feedbackDraft');
    await page.evaluate(() => sessionStorage.clear());
  });

  const person = await registerPerson(cloud.siteUrl);
  const app = await addSecondFactor(cloud.siteUrl, person);
  await test.step('a registration and a sign-in, until it is complete', async () => {
    await register(page);
    await expectStored('session authStep');
    await openPage(page, '/auth');
    await signIn(page, person.email);
    await expect(appCodeField(page)).toBeVisible();
    await expectStored('session authStep', 'session CognitoSignInState');
    await appCodeField(page).fill(await app.nextCode());
    await press(page, 'Confirm');
    await expectToArrive(page);
    await expectStored(...ofSignIn);
  });

  await test.step('the offer of a passkey, and feedback of a signed-in person', async () => {
    await openPage(page, '/account');
    await expectStored(...ofSignIn, 'local passkeyOffered');
    await write(page, '/feedback', 'Your feedback');
    await expectStored(...ofSignIn, 'local passkeyOffered', 'local feedbackDraft');
  });

  await test.step('a new password, until its sign-in is complete and the factors are confirmed', async () => {
    await signOut(page, cloud.siteUrl);
    await expectStored('local passkeyOffered', 'local feedbackDraft');
    await setNewPassword(page, cloud.siteUrl, person.email);
    await expect(appCodeField(page)).toBeVisible();
    const asking = ['local passkeyOffered', 'local feedbackDraft', 'local factorCheck'];
    await expectStored(...asking, 'session authStep', 'session CognitoSignInState');
    await appCodeField(page).fill(await app.nextCode());
    await press(page, 'Confirm');
    await expectStored(...asking, ...ofSignIn);
    await press(page, 'These are mine');
    await expectStored('local passkeyOffered', 'local feedbackDraft', ...ofSignIn);
  });

  expect([...found].sort()).toEqual(listed.sort());
});

test('removes a referral code in all tabs at once, and keeps the focus', { tag: '@extended' }, async ({
  page,
  context,
}) => {
  await openPage(page, '/pricing?ref=two-tabs');
  await expectOnDevice(page, 'local fonts', ...ofReferrals);
  const other = await context.newPage();
  await openPage(other, '/pricing');
  await expect(other.getByText('Recommended by a friend.')).toBeVisible();
  await pressByKeyboard(page, 'Forget');
  await expect(page.locator(':focus')).toHaveText('The recommendation is forgotten.');
  await expect(other.getByText('Recommended by a friend.')).toHaveCount(0);
  await expectOnDevice(page, 'local fonts');
  await page.reload();
  await expectOnDevice(page, 'local fonts');
});

test.describe('on a stage that asks', () => {
  const question = (page: Page) => page.getByRole('complementary', { name: 'Remember who sent you?' });

  test('stores a referral code after Yes, and nothing before', { tag: '@extended' }, async ({
    page,
    cloud,
  }) => {
    test.setTimeout(60_000);
    const settings = { ...(await readSettings(cloud.siteUrl)), referralStorage: 'ask' };
    await page.route('**/config.json', (route) => route.fulfill({ json: settings }));
    let counted = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/referralImpression')) counted++;
    });
    await openPage(page, '/?ref=asked-first');
    await expect(question(page)).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
    await expect(page.getByText('Recommended by a friend.')).toBeVisible();
    await expectUsableByEveryone(page);
    await expectOnDevice(page, 'local fonts');
    expect(counted).toBe(0);

    await pressByKeyboard(page, 'Yes');
    await expect(question(page)).toHaveCount(0);
    await expect(page.locator('#main')).toBeFocused();
    await expectOnDevice(page, 'local fonts', ...ofReferrals);
    expect(counted).toBe(1);
  });
});

testInNewContext(
  'stores no referral code for a browser with Global Privacy Control, and shows no question',
  { tag: '@extended' },
  async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await openPage(page, '/?ref=with-signal');
    await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
    await expect(page.getByText('Recommended by a friend.')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await readDevice(page)).toEqual(['local fonts']);
    expect(asked).not.toContain('/config.json');
    expect(asked).not.toContain('/api/referralImpression');
  },
);
