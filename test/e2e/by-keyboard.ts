import { expect, type Locator, type Page } from '@playwright/test';

/** More than a page has, so that an unreachable control ends the test. */
const maxStops = 80;

/** Presses Tab, from the current focus, until a control has it. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let count = 0; count < maxStops; count++) {
    await page.keyboard.press('Tab');
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${control} is not reached by Tab.`);
}

export async function pressByKeyboard(page: Page, name: string, key = 'Enter'): Promise<void> {
  await tabTo(page, page.getByRole('button', { name, exact: true }));
  await page.keyboard.press(key);
}

export async function typeByKeyboard(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

/** Goes through the tabs of the account page by keyboard. */
export async function goThroughTabs(page: Page, names: string[]): Promise<void> {
  const [first = '', ...others] = names;
  await tabTo(page, page.getByRole('tab', { name: first }));
  for (const name of others) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
  }
}
