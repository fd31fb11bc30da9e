import type { Page } from '@playwright/test';

/** Opens a page and waits until every button works and the web fonts are loaded, so that no button moves during a click. */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.fonts.status === 'loaded');
}
