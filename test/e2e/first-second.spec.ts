import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

// What happens between the first paint of a page and the arrival of its code.

const siteScript = '**/assets/site-*.js';

/** Holds the site's code back until it is called. */
async function holdSiteScript(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(siteScript, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test('a click in the first second is not lost, and counts once', async ({ page }) => {
  const release = await holdSiteScript(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  release();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  // A second answer to the same click would make it dark again.
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a click on a part of the page that is taken over last is not lost either', async ({ page }) => {
  const release = await holdSiteScript(page);
  await page.goto('/pricing', { waitUntil: 'commit' });
  await page.getByRole('main').getByRole('button').first().click();
  release();
  await expect(page).toHaveURL(/\/auth/);
});

test('links work before any code is there', async ({ page }) => {
  await page.route(siteScript, () => {});
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('navigation').getByRole('link', { name: 'Blog' }).first().click();
  await expect(page).toHaveTitle('Blog · Lorewright');
});

test('a page whose code does not arrive can be read, and says what is wrong', async ({
  page,
  complaints,
}) => {
  await page.route(siteScript, (route) => route.abort());
  await page.goto('/faq');
  await expect(page.getByRole('alert')).toContainText('Loading chunk site failed.');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.unroute(siteScript);
  await page.getByRole('link', { name: 'Reload the page' }).click();
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  complaints.length = 0;
});

test('the web fonts come after the first paint, and nothing moves', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shifts: [] });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        (window as unknown as { shifts: number[] }).shifts.push(
          (entry as unknown as { value: number }).value,
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  let releaseFonts = () => {};
  const released = new Promise<void>((resolve) => {
    releaseFonts = resolve;
  });
  await page.route('**/*.woff2', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/about');
  const font = (family: string) => page.evaluate((name) => document.fonts.check(`1em "${name}"`), family);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await font('Fraunces')).toBe(false);
  releaseFonts();
  await expect.poll(() => font('Fraunces')).toBe(true);
  await expect.poll(() => font('Source Sans 3')).toBe(true);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((total, shift) => total + shift, 0)).toBeLessThanOrEqual(0.01);
});

test('an old page under the policy of a new deployment gets its styles from the files', async ({
  page,
  complaints,
}) => {
  await page.route('**/faq', async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    const policy = headers['content-security-policy'] ?? '';
    await route.fulfill({
      response,
      headers: { ...headers, 'content-security-policy': policy.replace(/ 'sha256-[^']+'/g, '') },
    });
  });
  await page.goto('/faq');
  // Without styles, it is transparent.
  await expect(page.locator('body')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  expect(complaints.every((complaint) => complaint.includes('inline style'))).toBe(true);
  complaints.length = 0;
});
