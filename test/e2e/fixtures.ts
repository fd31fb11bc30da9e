import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type CloudProcess, startCloudProcess } from '../cloud-process.ts';
import { emptyContext, forbidLastingChanges, sharedDevice } from './shared-page.ts';
import { translatePage } from './translator.ts';

/** Outside `npm test`, the first cloud of a build prepares the data of all others. */
const workerFixture = { scope: 'worker', timeout: 120_000 } as const;

/** `PLAYWRIGHT_TRANSLATED=on` runs any test on translated pages. */
const isTranslated = process.env.PLAYWRIGHT_TRANSLATED === 'on';

/** Translates all pages of a context after their hydration. Tests still find the original texts. */
export async function translate(context: BrowserContext): Promise<void> {
  await context.addInitScript(translatePage, { begins: 'after hydration', changesWords: false });
}

/** The local clouds that run for the tests of this worker. */
const runningClouds = new Set<CloudProcess>();

/** A visitor with a new browser context, and a local cloud. Browser errors fail the test. */
export const testInNewContext = base.extend<
  { complaints: string[]; functionProblems: undefined },
  {
    cloud: CloudProcess;
    /** A second cloud, which starts only for a file whose tests would disturb others. */
    ownCloud: CloudProcess;
    /** The page that tests share; see `test`. */
    sharedPage: Page;
  }
>({
  cloud: [runCloud, workerFixture],
  ownCloud: [runCloud, workerFixture],
  sharedPage: [
    async ({ browser, cloud }, use) => {
      const context = await browser.newContext({ baseURL: cloud.siteUrl, ...sharedDevice });
      if (isTranslated) await translate(context);
      const page = await context.newPage();
      forbidLastingChanges(page);
      await use(page);
      await context.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ cloud }, use) => use(cloud.siteUrl),
  context: async ({ context }, use) => {
    if (isTranslated) await translate(context);
    await use(context);
  },
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      context.on('weberror', (error) => complaints.push(String(error.error())));
      context.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
      });
      await use(complaints);
      expect(complaints, 'errors in the browser').toEqual([]);
    },
    { auto: true },
  ],
  // The page does not show why the server failed.
  functionProblems: [
    async ({ cloud: _ }, use, testInfo) => {
      await use(undefined);
      if (testInfo.status === testInfo.expectedStatus) return;
      for (const { siteUrl } of runningClouds) console.error(await readFunctionProblems(siteUrl));
    },
    { auto: true },
  ],
});

/**
 * Like `testInNewContext`, but all tests of a worker share one page. It loads the site in half the
 * time, because its process and the browser's cache are reused. Each test starts without cookies,
 * storage, permissions, routes and listeners.
 */
export const test = testInNewContext.extend({
  context: async (
    { sharedPage, cloud, baseURL, hasTouch, isMobile, javaScriptEnabled, userAgent },
    use,
    testInfo,
  ) => {
    if (baseURL !== cloud.siteUrl || hasTouch || isMobile || !javaScriptEnabled || userAgent)
      throw new Error('The shared page has another device or site: use testInNewContext.');
    await use(sharedPage.context());
    // After a failure, Playwright takes pictures of the page and starts another worker.
    if (testInfo.status === testInfo.expectedStatus) await emptyContext(sharedPage, cloud.siteUrl);
  },
  page: async (
    { context: _, sharedPage, viewport, colorScheme, contrast, forcedColors, reducedMotion },
    use,
  ) => {
    await sharedPage.setViewportSize(viewport ?? sharedDevice.viewport);
    await sharedPage.emulateMedia({ media: null, colorScheme, contrast, forcedColors, reducedMotion });
    await use(sharedPage);
  },
});

/** The latest warnings and errors that the functions of a local cloud have logged. They may come from earlier tests. */
async function readFunctionProblems(siteUrl: string): Promise<string> {
  try {
    const response = await fetch(`${siteUrl}/__local/logs.json`);
    const lines = (await response.json()) as string[];
    const problems = lines.filter((line) => /"level":"(WARN|ERROR)"/.test(line)).slice(0, 10);
    return [`The latest problems of the functions at ${siteUrl}, newest first:`, ...problems].join('\n');
  } catch (error) {
    return `The logs of the functions at ${siteUrl} cannot be read: ${error}`;
  }
}

// biome-ignore lint/correctness/noEmptyPattern: Playwright requires the pattern.
async function runCloud({}, use: (cloud: CloudProcess) => Promise<void>): Promise<void> {
  const cloud = await startCloudProcess();
  runningClouds.add(cloud);
  await use(cloud);
  runningClouds.delete(cloud);
  await cloud.dispose();
}

/**
 * Expects that the test caused errors in the browser, and none that do not match. Chromium may
 * report an error after the page has shown its message, so this waits for it.
 */
export async function expectComplaints(
  complaints: string[],
  expected: RegExp,
  count?: number,
): Promise<void> {
  await expect.poll(() => complaints.length, { intervals: [50] }).toBeGreaterThanOrEqual(count ?? 1);
  if (count) expect(complaints).toHaveLength(count);
  allowComplaints(complaints, expected);
}

/** Like `expectComplaints`, for errors that occur in only some runs of a test. */
export function allowComplaints(complaints: string[], expected: RegExp): void {
  expect(complaints.filter((complaint) => !expected.test(complaint))).toEqual([]);
  complaints.length = 0;
}

export { expect };
