import { test as base, type ConsoleMessage, expect, type Page, type WebError } from '@playwright/test';
import { type CloudProcess, startCloudProcess } from '../cloud-process.ts';

/** A visitor with a new browser context, and a local cloud. Browser errors fail the test. */
export const testInNewContext = base.extend<
  { complaints: string[] },
  {
    cloud: CloudProcess;
    /** A second cloud, which starts only for a file whose tests would disturb others. */
    ownCloud: CloudProcess;
    /** The page that tests share; see `test`. */
    sharedPage: Page;
  }
>({
  cloud: [runCloud, { scope: 'worker' }],
  ownCloud: [runCloud, { scope: 'worker' }],
  sharedPage: [
    async ({ browser, cloud }, use) => {
      const context = await browser.newContext({ baseURL: cloud.siteUrl });
      const page = await context.newPage();
      forbid(context, 'addInitScript');
      forbid(page, 'addInitScript');
      forbid(page.clock, 'install');
      await use(page);
      await context.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ cloud }, use) => use(cloud.siteUrl),
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      const onError = (error: WebError) => void complaints.push(String(error.error()));
      const onMessage = (message: ConsoleMessage) => {
        if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
      };
      context.on('weberror', onError).on('console', onMessage);
      await use(complaints);
      context.off('weberror', onError).off('console', onMessage);
      expect(complaints, 'errors in the browser').toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * The same with a page that all tests of a worker share, one after another: it loads the site in
 * half of the time, because the process of the page and the browser's cache remain. Each test finds
 * it without cookies and storage.
 */
export const test = testInNewContext.extend({
  context: async ({ sharedPage, cloud }, use) => {
    const context = sharedPage.context();
    await use(context);
    await Promise.all(context.pages().map((page) => page === sharedPage || page.close()));
    await Promise.all([sharedPage, context].map((of) => of.unrouteAll({ behavior: 'ignoreErrors' })));
    await Promise.all([context.clearCookies(), context.clearPermissions(), context.setOffline(false)]);
    await sharedPage.mouse.move(0, 0);
    // Ends the code of the page, which could notice that its storage is empty, or write to it.
    await sharedPage.goto(`${cloud.siteUrl}/humans.txt`);
    await sharedPage.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
  },
  page: async ({ context: _, sharedPage, viewport, contextOptions }, use) => {
    await sharedPage.setViewportSize(viewport ?? { width: 1280, height: 720 });
    const { reducedMotion = null } = contextOptions;
    await sharedPage.emulateMedia({
      media: null,
      colorScheme: null,
      forcedColors: null,
      contrast: null,
      reducedMotion,
    });
    await use(sharedPage);
  },
});

/** Makes a method throw that changes a context for good. */
function forbid<Key extends string>(target: Record<Key, unknown>, method: Key): void {
  target[method] = () => {
    throw new Error(`All later tests would be affected by ${method}: use testInNewContext.`);
  };
}

// biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern.
async function runCloud({}, use: (cloud: CloudProcess) => Promise<void>): Promise<void> {
  const cloud = await startCloudProcess();
  await use(cloud);
  await cloud.dispose();
}

export { expect };
