import type { Page } from '@playwright/test';
import { tokenMinutes } from '../../contract/rules/account-limits.ts';
import { password, registerPerson } from '../person.ts';
import { openSettings } from './account-page.ts';
import {
  confirmationCodeField,
  emailField,
  enterCredentials,
  expectToArrive,
  newAddress,
  newestMail,
  passwordField,
  press,
  registerElsewhere,
  signIn,
} from './auth-page.ts';
import { expect, expectComplaints, test, testInNewContext } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAsNewPerson } from './sign-in.ts';

/** Every request to the user pool. */
const cognitoCalls = /\/__local\/cognito/;

/** The stored values of a sign-in, without those that differ each time. */
function withoutTokens(storage: Record<string, string>): Record<string, string> {
  const entries = Object.entries(storage).filter(([key]) =>
    /^CognitoIdentityServiceProvider|^session$/.test(key),
  );
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      /Token$|clockDrift$/.test(key) ? '' : value.replace(/"endsAtMs":\d+/, '"endsAtMs":0'),
    ]),
  );
}

test('refuses a wrong password like an unknown address, and accepts the correct one', async ({
  page,
  cloud,
  complaints,
}) => {
  const { email, browserStorage } = await registerPerson(cloud.siteUrl);
  await openPage(page, '/auth');
  for (const address of [email, newAddress()]) {
    await signIn(page, address, 'Wrong-horse-7');
    await expect(page.getByRole('alert')).toHaveText('Incorrect username or password.');
  }
  await signIn(page, email);
  await expectToArrive(page);
  // Other tests sign in by writing these values without the form.
  const kept = await page.evaluate(() => ({ ...localStorage }));
  expect(withoutTokens(kept)).toEqual(withoutTokens(browserStorage));

  await page.goBack();
  await openPage(page, '/auth');
  await expect(page.getByText(`You are signed in as ${email}.`)).toBeVisible();
  await expectComplaints(complaints, /400/);
});

test('keeps the tab in the address and the email in the form, and can show the password', async ({
  page,
}) => {
  await openPage(page, '/auth');
  await passwordField(page).fill(password);
  await expect(passwordField(page)).toHaveAttribute('type', 'password');
  await page.getByRole('switch', { name: 'Show password' }).click();
  await expect(passwordField(page)).toHaveAttribute('type', 'text');

  await emailField(page).fill('ana@example.test');
  await page.getByRole('tab', { name: 'Register' }).click();
  await expect(page).toHaveURL(/\/auth\?account=free$/);
  await expect(emailField(page)).toHaveValue('ana@example.test');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Join' })).toBeVisible();
  await page.getByRole('tab', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/auth$/);
});

test('leads an unconfirmed user to the confirmation, and signs in from there', async ({
  page,
  cloud,
  complaints,
}) => {
  const email = await registerElsewhere(cloud.siteUrl);
  await openPage(page, '/auth');
  await signIn(page, email, 'Wrong-horse-7');
  await expect(page.getByRole('alert')).toHaveText('Incorrect username or password.');
  await signIn(page, email);
  await expect(page.getByText('Your email address is not confirmed yet.')).toBeVisible();
  await expect(page).toHaveURL(/step=confirm$/);

  await confirmationCodeField(page).fill((await newestMail(cloud.siteUrl, email)).code);
  await press(page, 'Confirm');
  await expectToArrive(page);
  await expectComplaints(complaints, /400/);
});

test('reports a missing connection, and works on retry', { tag: '@extended' }, async ({
  page,
  cloud,
  complaints,
}) => {
  const { email } = await registerPerson(cloud.siteUrl);
  await openPage(page, '/auth');
  await page.route(cognitoCalls, (route) => route.abort());
  await signIn(page, email);
  await expect(page.getByRole('alert')).toHaveText('You are offline. Check your connection and try again.');
  await page.unroute(cognitoCalls);
  await press(page, 'Submit');
  await expectToArrive(page);
  await expectComplaints(complaints, /ERR_FAILED/);
});

for (const [width, seconds] of [
  [1280, 30],
  [390, 60],
] as const) {
  testInNewContext(
    `waits ${seconds} seconds for a response in a window of ${width} px`,
    { tag: '@extended' },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.clock.install();
      await openPage(page, '/auth');
      const asked = page.waitForRequest(cognitoCalls);
      await page.route(cognitoCalls, () => {});
      await enterCredentials(page, newAddress());
      await press(page, 'Submit');
      await asked;
      await page.clock.runFor((seconds - 5) * 1000);
      await expect(page.getByRole('alert')).toHaveCount(0);
      await page.clock.runFor(10_000);
      await expect(page.getByRole('alert')).toContainText(`no response in ${seconds} seconds`);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  );
}

testInNewContext(
  'renews tokens once, five minutes before they expire',
  { tag: '@extended' },
  async ({ page, cloud }) => {
    const { email } = await signInAsNewPerson(page, cloud.siteUrl);
    const renewals: string[] = [];
    page.on('request', (request) => {
      const operation = request.headers()['x-amz-target'] ?? '';
      if (operation.endsWith('.GetTokensFromRefreshToken')) renewals.push(operation);
    });
    await page.clock.install();
    await openPage(page, '/account');
    await expect(page.getByText(email)).toBeVisible();

    // The page reads the signed-in user's record when it is online again: each request needs a token.
    const readAgain = () =>
      Promise.all([
        page.waitForResponse('**/api/me'),
        page.evaluate(() => window.dispatchEvent(new Event('online'))),
      ]);
    await page.clock.fastForward((tokenMinutes - 6) * 60 * 1000);
    await readAgain();
    expect(renewals).toHaveLength(0);
    const renewed = page.waitForRequest((request) => request.headers()['x-amz-target'] !== undefined);
    await page.clock.fastForward(2 * 60 * 1000);
    await renewed;
    await readAgain();
    await readAgain();
    expect(renewals).toHaveLength(1);
  },
);

test('signs out all tabs', { tag: '@extended' }, async ({ page, context, cloud }) => {
  const { email } = await signInAsNewPerson(page, cloud.siteUrl);
  const [account, auth] = [await context.newPage(), await context.newPage()];
  await openPage(account, '/account');
  await expect(account.getByText(email)).toBeVisible();
  await openPage(auth, '/auth');
  await expect(auth.getByText(`You are signed in as ${email}.`)).toBeVisible();
  const navigationOf = (tab: Page) => tab.getByRole('navigation', { name: 'Main' });
  await expect(navigationOf(auth).getByRole('link', { name: 'Account' })).toBeVisible();

  await openSettings(page);
  await press(page, 'Sign Out');
  await page.waitForURL(`${cloud.siteUrl}/`);

  await expect(account.getByText('Your session has ended.')).toBeVisible();
  await expect(account.getByText(email)).toHaveCount(0);
  await expect(passwordField(auth)).toBeVisible();
  await expect(navigationOf(auth).getByRole('link', { name: 'Log In' })).toBeVisible();

  // The other direction works too; the first tab is on the home page now.
  await signIn(auth, email);
  await expectToArrive(auth);
  await expect(navigationOf(page).getByRole('link', { name: 'Account' })).toBeVisible();
  await expect(account.getByText(email)).toBeVisible();
});

const refusals = {
  'blocks storage': () => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  },
  'has no room in its storage': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Setting the value exceeded the quota.', 'QuotaExceededError');
    };
  },
};

for (const [refusal, refuse] of Object.entries(refusals))
  testInNewContext(
    `keeps people signed in until a reload when the browser ${refusal}`,
    async ({ page, cloud }) => {
      const { email } = await registerPerson(cloud.siteUrl);
      await page.addInitScript(refuse);
      await openPage(page, '/auth');
      await signIn(page, email);
      await expectToArrive(page);
      await page.locator('header').getByRole('link', { name: 'Account' }).click();
      await expect(page.getByRole('main').getByText(email)).toBeVisible();
      await page.reload();
      await expect(page.getByText('This browser keeps no data of this site')).toBeVisible();
    },
  );

testInNewContext('names a wrong clock after it ended a sign-in', async ({ page, cloud }) => {
  await signInAsNewPerson(page, cloud.siteUrl);
  await page.clock.setSystemTime(Date.now() + 40 * 24 * 60 * 60 * 1000);
  await openPage(page, '/account');
  await expect(page.getByText('The clock of this device is wrong')).toBeVisible();
});
