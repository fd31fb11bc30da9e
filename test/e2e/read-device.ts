import type { Page } from '@playwright/test';

/** The names of all stored entries, such as `local theme`. Cognito's names are reduced to their prefix. */
export async function readDevice(page: Page): Promise<string[]> {
  const cookies = (await page.context().cookies()).map(({ name }) => `cookie ${name}`);
  const entries = await page.evaluate(async () => [
    ...Object.keys(localStorage).map((name) => `local ${name}`),
    ...Object.keys(sessionStorage).map((name) => `session ${name}`),
    ...(await indexedDB.databases()).map(({ name }) => `database ${name}`),
    ...(await caches.keys()).map((name) => `cache ${name}`),
    ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => `service worker ${scope}`),
  ]);
  const withoutIds = entries.map((entry) => entry.replace(/( Cognito\w+)\..*/, '$1'));
  return [...new Set([...cookies, ...withoutIds])].sort();
}
