import type { Page } from '@playwright/test';

/** Opens a page and waits until it is hydrated: every button works. */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
}
