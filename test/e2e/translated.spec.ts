import { expect, type Page } from '@playwright/test';
import { mailsTo, newAddress } from '../person.ts';
import { openSettings, passwordField, turnOnSecondFactor } from './account-page.ts';
import { appCodeField, confirmationCodeField, newestMail, press, register, signIn } from './auth-page.ts';
import { openPerson } from './desk-page.ts';
import { expectComplaints, testInNewContext as test, translate } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAsNewPerson } from './sign-in.ts';
import { translatePage } from './translator.ts';

// Flows on pages that a browser translates. With `PLAYWRIGHT_TRANSLATED=on`, all other tests run on translated pages too.

const errorPage = (page: Page) => page.getByRole('heading', { name: 'Something went wrong' });

test.afterEach(({ page }) => expect(errorPage(page)).toHaveCount(0));

test.describe('on translated pages', () => {
  test.beforeEach(({ context }) => translate(context));

  test('lets a visitor register, get the license, download a build, and send feedback', async ({
    page,
    cloud,
  }) => {
    const email = await register(page);
    await expect(page.locator('font font').first()).toBeAttached();
    await confirmationCodeField(page).fill((await newestMail(cloud.siteUrl, email)).code);
    await press(page, 'Confirm');
    await page.waitForURL('**/pricing');
    await press(page, 'Get your free license');
    await press(page, 'Complete order');
    await expect(page.getByText('Your license is ready.')).toBeVisible();

    await openPage(page, '/download');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /Windows/ }).click();
    await download;

    await openPage(page, '/feedback');
    await page.getByLabel('Your feedback').fill('A compass, please.');
    await expect(page.getByText('18 of ')).toBeVisible();
    await press(page, 'Send feedback');
    await expect(page.getByText('Feedback submitted successfully!')).toBeVisible();
    await expect(page.getByText(/^0 of /)).toBeVisible();
  });

  test('shows later texts of an account page', async ({ page, cloud, complaints }) => {
    const { email } = await signInAsNewPerson(page, cloud.siteUrl);
    const { nextCode } = await turnOnSecondFactor(page);
    await press(page, 'Turn Off');
    await passwordField(page).fill('Wrong-horse-7');
    await press(page, 'Turn Off');
    await expect(page.getByRole('alert')).toHaveText('Incorrect password.');
    await press(page, 'Go Back');
    await expect(page.getByRole('button', { name: 'Turn Off' })).toBeVisible();

    await openPage(page, '/account');
    await press(page, 'Show user ID');
    await expect(page.getByRole('button', { name: 'Hide user ID' })).toHaveText('Hide');
    await openSettings(page);
    await press(page, 'Delete Account');
    await press(page, 'Go Back');
    await press(page, 'Sign Out');
    await page.waitForURL(`${cloud.siteUrl}/`);

    await openPage(page, '/auth');
    await signIn(page, email, 'Wrong-horse-7');
    await expect(page.getByRole('alert')).toHaveText('Incorrect username or password.');
    await signIn(page, email);
    await appCodeField(page).fill(await nextCode());
    await press(page, 'Confirm');
    await page.waitForURL('**/pricing');
    await expectComplaints(complaints, /400/);
  });

  test('switches the theme, opens the menu, and turns the slides on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openPage(page, '/');
    await press(page, 'Menu');
    await press(page, 'Switch to light theme');
    await press(page, 'Switch to dark theme');
    await press(page, 'Menu');
    await press(page, 'Next screen');
    await expect(page.getByText(/^2 of \d+: /)).toBeAttached();
    await page
      .getByRole('link', { name: /^Enlarge: / })
      .nth(1)
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('sends a message, resets a password, and shows every view of the desk', {
    tag: '@extended',
  }, async ({ page, cloud }) => {
    test.setTimeout(120_000);
    const writer = newAddress();
    await openPage(page, '/contact');
    await page.getByLabel('Name').fill('Ana Ferreira');
    await page.getByLabel('Email', { exact: true }).fill(writer);
    await page.getByLabel('Message').fill('Is there a map of Atlantis?');
    await press(page, 'Send message');
    await expect(page.getByText(`on its way to ${writer}`)).toBeVisible();
    await press(page, 'Write another message');
    await expect(page.getByText(/^0 of /)).toBeVisible();

    const person = await signInAsNewPerson(page, cloud.siteUrl);
    await openPage(page, '/account');
    await press(page, 'Email me a link to set a new password');
    await expect.poll(async () => (await mailsTo(cloud.siteUrl, person.email)).length).toBeGreaterThan(1);

    const { click } = await openPerson(page, cloud.siteUrl, person);
    await click('Give a license');
    await page.getByLabel('Reason').fill('A prize.');
    await click('Give a license');
    await expect(page.getByText('The license is given.')).toBeVisible();
    for (const view of await page.getByRole('navigation', { name: 'Desk' }).getByRole('link').all()) {
      await view.click();
      await expect(view).toHaveAttribute('aria-current', 'page');
      await page.waitForLoadState('networkidle');
      await expect(errorPage(page)).toHaveCount(0);
    }
  });
});

for (const path of ['/', '/pricing', '/auth', '/download', '/resources', '/blog']) {
  test(`renders ${path} again if its text was translated before hydration`, async ({
    page,
    context,
    complaints,
  }) => {
    await context.addInitScript(translatePage, { begins: 'before hydration', changesWords: true });
    await openPage(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^[^a-z]+$/);
    await press(page, 'Switch to light theme');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click();
    await expect(page).toHaveURL(/about$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^[^a-z]+$/);
    // React reports that it could not hydrate the page.
    await expectComplaints(complaints, /error #418/);
  });
}
