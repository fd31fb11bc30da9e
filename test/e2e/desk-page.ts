import type { Page } from '@playwright/test';
import { registerAdmin } from '../registered-admin.ts';
import { expect } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAs } from './sign-in.ts';

/** The most clicks of a daily case. Typing is not a click. */
export const maxClicks = 3;

/** Opens a person as the team does. Returns a function that clicks a button and counts. */
export async function openPerson(page: Page, siteUrl: string, { email }: { email: string }) {
  await signInAs(page, siteUrl, await registerAdmin(siteUrl));
  await openPage(page, '/desk');
  await page.getByLabel('Find a person').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: email })).toBeVisible();
  let clicks = 0;
  return {
    async click(name: string) {
      clicks += 1;
      await page.getByRole('button', { name, exact: true }).click();
    },
    clicks: () => clicks,
  };
}
