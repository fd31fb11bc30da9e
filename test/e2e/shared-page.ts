import type { Page } from '@playwright/test';

/**
 * The options of the shared context. All are listed, because Playwright takes missing ones from the
 * first test that runs.
 */
export const sharedDevice = {
  viewport: { width: 1280, height: 720 },
  colorScheme: 'light',
  reducedMotion: 'reduce',
  hasTouch: false,
  isMobile: false,
  javaScriptEnabled: true,
  userAgent: undefined,
} as const;

const clockMethods = [
  'install',
  'setFixedTime',
  'setSystemTime',
  'pauseAt',
  'runFor',
  'fastForward',
  'resume',
] as const;
const lastingMethods = [
  'addInitScript',
  'exposeFunction',
  'exposeBinding',
  'setExtraHTTPHeaders',
  'setDefaultTimeout',
  'setDefaultNavigationTimeout',
] as const;

/** Makes methods throw if their effects cannot be undone. */
export function forbidLastingChanges(page: Page): void {
  const context = page.context();
  for (const clock of [page.clock, context.clock]) forbid(clock, clockMethods);
  for (const target of [page, context]) forbid(target, lastingMethods);
}

function forbid<Method extends string>(target: Record<Method, unknown>, methods: readonly Method[]): void {
  for (const method of methods) {
    target[method] = () => {
      throw new Error(`${method} would affect all later tests: use testInNewContext.`);
    };
  }
}

/** Resets the shared page and its context after a test. */
export async function emptyContext(page: Page, siteUrl: string): Promise<void> {
  const context = page.context();
  await Promise.all(context.pages().map((other) => other === page || other.close()));
  for (const type of ['request', 'response', 'requestfailed', 'requestfinished', 'console'] as const) {
    page.removeAllListeners(type);
    context.removeAllListeners(type);
  }
  for (const type of ['dialog', 'download', 'popup', 'pageerror', 'websocket'] as const)
    page.removeAllListeners(type);
  context.removeAllListeners('page').removeAllListeners('weberror');
  await context.setOffline(false);
  await page.mouse.move(0, 0);
  // Ends the code of the previous page, which would react to the empty storage, write to it, or send
  // what the test blocked.
  await page.goto(`${siteUrl}/humans.txt`);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await Promise.all([page, context].map((target) => target.unrouteAll({ behavior: 'ignoreErrors' })));
  await Promise.all([context.clearCookies(), context.clearPermissions()]);
}
