import type { Page } from '@playwright/test';

/** Goes to a page and waits until it has been taken over: every button does what it says. */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
}
