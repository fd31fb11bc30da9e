import { mkdir } from 'node:fs/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { startCloudProcess } from '../cloud-process.ts';
import { findBrowser } from '../e2e/find-browser.ts';
import { openPage } from '../e2e/open-page.ts';
import { signInAsNewPerson } from '../e2e/sign-in.ts';
import { sitePaths } from '../site-paths.ts';

// `npm run screenshots [-- <path> …]` saves every page at four widths, dark and light, signed out and,
// where it differs, signed in, to screenshots/.

const folder = 'screenshots';

const devices = [
  { device: 'desktop', viewport: { width: 1440, height: 900 } },
  { device: 'tablet', viewport: { width: 834, height: 1112 } },
  { device: 'phone', viewport: { width: 390, height: 844 } },
  { device: 'small', viewport: { width: 320, height: 568 } },
];
const looks = devices.flatMap(({ device, viewport }) =>
  (['dark', 'light'] as const).map((theme) => ({ name: `${device}-${theme}`, viewport, theme })),
);

const pathsForMembers = [
  '/',
  '/account',
  '/account?tab=license',
  '/account?tab=purchases',
  '/account?tab=settings',
  '/account?tab=security',
  '/account?tab=referrals',
  '/preferences',
  '/pricing',
  '/download',
  '/resources',
  '/feedback',
];

const wanted = process.argv.slice(2);
const isWanted = (path: string) => wanted.length === 0 || wanted.includes(path);

const cloud = await startCloudProcess();
const browser = await chromium.launch(await findBrowser());
try {
  await mkdir(folder, { recursive: true });
  for (const look of looks) {
    await takeAll(browser, look, [...sitePaths(), '/auth?account=free', '/nowhere'].filter(isWanted));
  }
} finally {
  await browser.close();
  await cloud.dispose();
}
console.log(`Saved the screenshots in ${folder}/`);

async function takeAll(inBrowser: Browser, look: (typeof looks)[number], paths: string[]): Promise<void> {
  const context = await inBrowser.newContext({ viewport: look.viewport, reducedMotion: 'reduce' });
  await context.addInitScript((theme) => localStorage.setItem('theme', theme), look.theme);
  const page = await context.newPage();
  for (const path of paths) await take(page, path, look.name);
  const memberPaths = pathsForMembers.filter(isWanted);
  if (memberPaths.length > 0) await signInAsNewPerson(page, cloud.siteUrl);
  for (const path of memberPaths) await take(page, path, `${look.name}-signed-in`);
  await context.close();
}

async function take(page: Page, path: string, look: string): Promise<void> {
  await openPage(page, cloud.siteUrl + path);
  await page.waitForLoadState('networkidle');
  // Pictures further down load when they come near.
  await page.evaluate(async () => {
    for (const image of document.querySelectorAll('img')) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    await document.fonts.ready;
  });
  const name = path === '/' ? 'home' : path.slice(1).replaceAll(/[^a-z0-9]+/gi, '-');
  await page.screenshot({ path: `${folder}/${name}-${look}.png`, fullPage: true });
  console.log(`${path} ${look}`);
}
