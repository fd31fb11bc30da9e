import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectComplaints, testInNewContext } from './fixtures.ts';
import { openPage } from './open-page.ts';

// Tests of the time between the first paint of a page and the arrival of its code.

// Tests for layout shifts must see every movement.
testInNewContext.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** The bundler names the file of the entry after its group or after index.html. */
const siteScript = '**/assets/{site,index}-*.js';

/** Holds the matching requests until the returned function is called. */
async function hold(page: Page, url: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

testInNewContext('keeps a click in the first second, and counts it once', async ({ page }) => {
  const release = await hold(page, siteScript);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  release();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  // Handling the same click twice would make it dark again.
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

testInNewContext(
  'keeps a click on the part of the page that hydrates last',
  { tag: '@extended' },
  async ({ page }) => {
    const release = await hold(page, siteScript);
    await page.goto('/pricing', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Get your free license' }).click();
    release();
    await expect(page).toHaveURL(/\/auth\?returnTo=%2Fpricing&account=free$/);
    await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible();
  },
);

testInNewContext('supports links before any code arrives', async ({ page }) => {
  await page.route(siteScript, () => {});
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('navigation').getByRole('link', { name: 'Blog' }).first().click();
  await expect(page).toHaveTitle('Blog · Lorewright');
});

testInNewContext('shows a page whose code does not arrive, with the error', async ({ page, complaints }) => {
  await page.route(siteScript, (route) => route.abort());
  await page.goto('/privacy#contents');
  await expect(page.getByRole('alert')).toContainText('Loading chunk site failed.');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The browser logs the aborted file.
  await expectComplaints(complaints, /ERR_FAILED/, 1);

  await page.unroute(siteScript);
  await page.getByRole('link', { name: 'Reload the page' }).click();
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

testInNewContext(
  'reports a hanging page after two minutes, and not earlier',
  { tag: '@extended' },
  async ({ page, complaints }) => {
    await page.clock.install();
    await page.route('**/assets/faq-*.js', () => {});
    await page.goto('/faq');
    await page.clock.runFor(2000);
    // The site's own code is loaded, but not that of the page.
    await page.evaluate(
      () => import(document.querySelector<HTMLElement>('script[data-entry]')?.dataset.entry ?? ''),
    );
    await page.clock.runFor(116_000);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.clock.runFor(5_000);
    await expect(page.getByRole('alert')).toContainText('Loading chunk faq failed.');
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
    // React logs the error that it shows.
    await expectComplaints(complaints, /Loading chunk faq failed\./, 1);
  },
);

testInNewContext(
  'searches for text that was typed before the code arrived',
  { tag: '@extended' },
  async ({ page }) => {
    const release = await hold(page, siteScript);
    await page.goto('/resources', { waitUntil: 'commit' });
    await page.getByLabel('Search the structures').fill('kishotenketsu');
    release();
    await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveText(['Kishōtenketsu']);
  },
);

for (const path of ['/', '/about']) {
  testInNewContext(
    `loads the web fonts of ${path} after the first paint, without moving anything`,
    async ({ page }) => {
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
      const releaseFonts = await hold(page, '**/*.woff2');
      await page.goto(path);
      const font = (family: string) => page.evaluate((name) => document.fonts.check(`1em "${name}"`), family);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await font('Fraunces')).toBe(false);
      releaseFonts();
      await expect.poll(() => font('Fraunces'), { intervals: [50] }).toBe(true);
      await expect.poll(() => font('Source Sans 3'), { intervals: [50] }).toBe(true);
      const shifts = await page.evaluate(async () => {
        // The new font is laid out in the next frame, and reported in the one after.
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
        return (window as unknown as { shifts: number[] }).shifts;
      });
      expect(shifts.reduce((total, shift) => total + shift, 0)).toBeLessThanOrEqual(0.01);
    },
  );
}

testInNewContext(
  'keeps the line breaks for a reader who has scrolled, and uses the web fonts on the next visit',
  async ({ page }) => {
    const releaseFonts = await hold(page, '**/*.woff2');
    await page.goto('/privacy');
    await page.evaluate(() => scrollTo(0, 800));
    releaseFonts();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('fonts')), { intervals: [50] })
      .toBe('web');
    await expect(page.locator('html')).not.toHaveAttribute('data-fonts');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-fonts', 'web');
  },
);

testInNewContext(
  'leaves a page unchanged when its fonts do not arrive',
  { tag: '@extended' },
  async ({ page, complaints }) => {
    await page.route('**/*.woff2', (route) => route.abort());
    await openPage(page, '/about');
    // The browser logs the two aborted files, and nothing else happens.
    await expectComplaints(complaints, /ERR_FAILED/, 2);
    await expect(page.locator('html')).not.toHaveAttribute('data-fonts');
  },
);

testInNewContext(
  'loads refused styles as files on an old page under the policy of a new deployment',
  async ({ page, complaints }) => {
    const own = page.locator('head style').last();
    await page.goto('/faq');
    const refused = createHash('sha256')
      .update((await own.textContent()) ?? '')
      .digest('base64');
    await page.route('**/faq', async (route) => {
      const response = await route.fetch();
      const headers = response.headers();
      const policy = headers['content-security-policy'] ?? '';
      expect(policy).toContain(refused);
      await route.fulfill({
        response,
        headers: { ...headers, 'content-security-policy': policy.replace(` 'sha256-${refused}'`, '') },
      });
    });
    await page.reload();
    const files = page.locator('head link[rel=stylesheet]');
    await expect(files.first()).toHaveAttribute('disabled');
    await expect(files.last()).not.toHaveAttribute('disabled');
    await expect
      .poll(() => files.last().evaluate((link: HTMLLinkElement) => link.sheet?.cssRules.length ?? 0), {
        intervals: [50],
      })
      .toBeGreaterThan(0);
    await expectComplaints(complaints, /inline style/, 1);
  },
);
