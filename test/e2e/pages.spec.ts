import { manualPageIds, pathOfManualPage } from '../../contract/content/manual-pages.ts';
import { termsVersions } from '../../contract/rules/terms-versions.ts';
import { blogPaths, sitePaths } from '../site-paths.ts';
import { budgets } from './budgets.ts';
import { expectReachableByTab } from './expect-reachable-by-tab.ts';
import { expectUsableByEveryone, looksAtAllViews } from './expect-usable-by-everyone.ts';
import { findViolations } from './find-violations.ts';
import { watchVisit } from './first-visit.ts';
import { expect, expectComplaints, test, testInNewContext } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { readDevice } from './read-device.ts';

const pages = [
  ['/', 'Lorewright · A desktop toolkit for worldbuilders and story writers'],
  ['/pricing', 'Pricing · Lorewright'],
  ['/download', 'Download · Lorewright'],
  ['/auth', 'Log In · Lorewright'],
  ['/auth?account=free', 'Register · Lorewright'],
  ['/account', 'Account · Lorewright'],
  ['/receipt', 'Receipt · Lorewright'],
  ['/marketplace', 'Marketplace · Lorewright'],
  ['/roadmap', 'Roadmap · Lorewright'],
  ['/resources', 'Resources · Lorewright'],
  ['/manual', 'Manual · Lorewright'],
  ['/manual/install-on-windows', 'Install on Windows · Lorewright'],
  ['/faq', 'FAQ · Lorewright'],
  ['/search', 'Search · Lorewright'],
  ['/changelog', 'Changelog · Lorewright'],
  ['/status', 'Status · Lorewright'],
  ['/release-record', 'Release record · Lorewright'],
  ['/blog', 'Blog · Lorewright'],
  ['/blog/a-map-is-a-list-of-delays', 'A Map Is a List of Delays · Lorewright'],
  ['/letters', 'Newsletters · Lorewright'],
  ['/about', 'About · Lorewright'],
  ['/press', 'Press · Lorewright'],
  ['/contact', 'Contact · Lorewright'],
  ['/feedback', 'Feedback · Lorewright'],
  ['/preferences', 'Email Preferences · Lorewright'],
  ['/newsletter', 'Newsletter · Lorewright'],
  ['/unsubscribe', 'Unsubscribe · Lorewright'],
  ['/privacy', 'Privacy Policy · Lorewright'],
  ['/terms', 'Terms of Service · Lorewright'],
  ...termsVersions.map(
    (version) => [`/terms/${version}`, `Terms of Service ${version} · Lorewright`] as const,
  ),
  ['/legal-notice', 'Legal Notice · Lorewright'],
  ['/accessibility', 'Accessibility Statement · Lorewright'],
  ['/security', 'Security · Lorewright'],
  ['/if-we-stop', 'If we stop · Lorewright'],
  ['/license-check', 'Check a license · Lorewright'],
  ['/withdraw', 'Withdraw from a contract · Lorewright'],
  ['/redeem', 'Redeem a code · Lorewright'],
  ['/accept-license', 'Accept a license · Lorewright'],
  ['/desk', 'Desk · Lorewright'],
  ['/nopage', 'No page · Lorewright'],
] as const;

type PagePath = (typeof pages)[number][0];

/** Pages with their own layout. `npm test` checks them at every width, in both themes and by Tab. */
const checkedInEveryWay: ReadonlySet<string> = new Set<PagePath>([
  '/',
  '/pricing',
  '/auth',
  '/blog/a-map-is-a-list-of-delays',
  '/manual/install-on-windows',
]);

/** Pages whose components also appear on a page that `npm test` opens. */
const similarPages: ReadonlySet<string> = new Set<PagePath>([
  '/auth?account=free',
  '/account',
  '/receipt',
  '/letters',
  '/feedback',
  '/preferences',
  '/terms',
  ...termsVersions.map((version) => `/terms/${version}` as const),
  '/legal-notice',
  '/accessibility',
  '/security',
  '/if-we-stop',
  '/redeem',
  '/accept-license',
  '/desk',
]);

/** The last part of a page that loads later than the page itself. */
const lateControls: Partial<Record<PagePath, string>> = {
  '/auth': 'Submit',
  '/auth?account=free': 'Join',
};

const desktop = { width: 1280, height: 720 };
test.use({ viewport: desktop, contextOptions: { reducedMotion: 'no-preference' } });

for (const [path, title] of pages) {
  // Counts what a first visit fetches.
  testInNewContext(
    `serves ${path} with its title, within its budgets, usable by everyone, without requests to other sites, and stores only a note about fonts`,
    { tag: similarPages.has(path) ? '@extended' : [] },
    async ({ page, cloud }) => {
      const strangers: string[] = [];
      page.on('request', (request) => {
        if (new URL(request.url()).origin !== cloud.siteUrl) strangers.push(request.url());
      });
      const countVisit = watchVisit(page);
      await openPage(page, path);

      await expect(page).toHaveTitle(title);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const lateControl = lateControls[path];
      if (lateControl)
        await expect(page.getByRole('button', { name: lateControl, exact: true })).toBeVisible();
      await page.waitForLoadState('networkidle');
      const { styleBytes, documentBytes } = await countVisit();
      expect(styleBytes).toBeLessThanOrEqual(path === '/desk' ? budgets.deskStyleBytes : budgets.styleBytes);
      expect(documentBytes).toBeLessThanOrEqual(
        path === '/privacy' ? budgets.privacyBytes : budgets.documentBytes,
      );
      await expect.poll(() => readDevice(page)).toEqual(['local fonts']);
      const inAllViews = looksAtAllViews || checkedInEveryWay.has(path);
      await expectUsableByEveryone(page, { inAllViews });
      if (inAllViews) {
        await test.step('reaches every control by Tab', async () => {
          await page.setViewportSize(desktop);
          await page.emulateMedia({ reducedMotion: 'no-preference' });
          await page.evaluate(() => {
            document.documentElement.dataset.theme = 'dark';
          });
          await expectReachableByTab(page, { skipsHeader: path !== '/' });
        });
      }
      expect(strangers).toEqual([]);
    },
  );
}

const manualPaths = manualPageIds.map(pathOfManualPage);
const otherPaths = sitePaths().filter(
  (path) => !pages.some(([visited]) => visited === path) && !manualPaths.includes(path),
);
for (const path of otherPaths) {
  test(`reaches every control of ${path} by Tab, and stores only a note about fonts`, {
    tag: '@extended',
  }, async ({ page }) => {
    await openPage(page, path);
    // The forms of some pages arrive later.
    await page.waitForLoadState('networkidle');
    await expect.poll(() => readDevice(page)).toEqual(['local fonts']);
    await expectReachableByTab(page, { skipsHeader: true });
  });
}

test('checks every page', () => {
  const paths = pages.map(([path]) => path.replace(/\?.*/, ''));
  // One article represents all of them, and one page of the manual.
  expect([...new Set([...paths, ...blogPaths(), ...manualPaths])].sort()).toEqual(sitePaths());
});

test('is dark until the visitor selects light, which is stored', async ({ page }) => {
  const expectColorAround = async () => {
    const ground = await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
    await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', ground);
  };
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expectColorAround();
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expectColorAround();
  await openPage(page, '/pricing');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expectColorAround();
});

test('serves the 404 page with status 404 for an unknown address', async ({ page, complaints }) => {
  const response = await page.goto('/atlantis');
  expect(response?.status()).toBe(404);
  await expect(page).toHaveTitle('Page not found · Lorewright');
  // The browser logs the status of the page itself.
  await expectComplaints(complaints, /404/, 1);
});

test('serves the 404 page for an address in another case, before and after hydration', async ({
  page,
  complaints,
}) => {
  const response = await page.goto('/Pricing');
  expect(response?.status()).toBe(404);
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  await expect(page).toHaveTitle('Page not found · Lorewright');
  // The browser logs the status of the page itself.
  await expectComplaints(complaints, /404/, 1);
});

test('serves the 404 page with status 404 for an unknown article', async ({ page, complaints }) => {
  const response = await page.goto('/blog/atlantis');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Here be dragons' })).toBeVisible();
  await expectComplaints(complaints, /404/, 1);
});

test('links from the newest article to the previous one', async ({ page }) => {
  await page.goto('/blog');
  const headlines = page.getByRole('main').getByRole('heading', { level: 2 });
  const [newest = '', before = ''] = await headlines.allTextContents();
  await page.getByRole('link', { name: newest }).click();
  await expect(page.getByRole('heading', { level: 1, name: newest })).toBeVisible();
  await page.getByRole('link', { name: `Previous ${before}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: before })).toBeVisible();
  await expect(page).toHaveTitle(`${before} · Lorewright`);
});

test('hides versions in development, on the page and in the file', async ({ page, cloud }) => {
  await page.goto('/changelog#0.3.1');
  await expect(page.locator('[id="0.3.1"]')).toBeInViewport();
  await expect(page.getByText('Testing', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: '0.4.0' })).toHaveCount(0);
  const file = await fetch(`${cloud.siteUrl}/changelog.md`);
  expect(file.status).toBe(200);
  const text = await file.text();
  expect(text).toContain('## [0.3.1] - 2025-08-20 - Testing');
  expect(text).not.toContain('0.4.0');
});

test('searches and opens structures', async ({ page }) => {
  await openPage(page, '/resources');
  await expect(page.getByText('Sign-in to download free resources')).toBeVisible();
  await page.getByLabel('Search the structures').fill('kishotenketsu');
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Kishōtenketsu']);
  await page.getByText('The beats').click();
  await expect(page.getByText('Ten: turn')).toBeVisible();
});

test('keeps the other cards unchanged when a checksum opens', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openPage(page, '/download');
  const cards = page.getByRole('main').getByRole('listitem').filter({ hasText: 'SHA-256' });
  await expect(cards.first().locator('dl')).not.toContainText('–');
  const heights = () => cards.evaluateAll((all) => all.map((card) => card.clientHeight));
  const [first = 0, ...others] = await heights();
  await cards.first().getByText('SHA-256').click();
  const [opened, ...beside] = await heights();
  expect(opened).toBeGreaterThan(first);
  expect(beside).toEqual(others);
});

test('serves a page at one address', async ({ page, cloud }) => {
  await page.goto('/pricing/index.html');
  expect(page.url()).toBe(`${cloud.siteUrl}/pricing/`);
  await expect(page).toHaveTitle('Pricing · Lorewright');
});

test.describe('on a phone', () => {
  testInNewContext.use({
    viewport: { width: 390, height: 844 },
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
  });

  testInNewContext('opens the menu, closes it with Escape, and restores the focus', async ({ page }) => {
    await page.goto('/');
    const menu = page.getByRole('button', { name: 'Menu' });
    await expect(page.getByRole('link', { name: 'Log In' })).toBeHidden();
    await menu.click();
    await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('link', { name: 'Log In' })).toBeHidden();
    await expect(menu).toBeFocused();
  });

  testInNewContext('says that downloads are for Mac and Windows only', async ({ page }) => {
    await page.goto('/download');
    await expect(page.getByText(/Mac or Windows/).first()).toBeVisible();
  });
});

test.describe('without JavaScript', () => {
  testInNewContext.use({ javaScriptEnabled: false });

  testInNewContext('shows the public pages', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('link', { name: 'Pricing' }).first().click();
    await expect(page.getByText('Lifetime license', { exact: true })).toBeVisible();
  });
});
