import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** More than any page has, so that a focus trap ends the test. */
const maxStops = 300;

/**
 * Expects that Tab reaches every control of the page from its top, and that each is in view and
 * shows the focus.
 * @param options.skipsHeader whether to check only the main part, which the skip link leads to. Header and footer are the same on
 * every page.
 */
export async function expectReachableByTab(page: Page, { skipsHeader = false } = {}): Promise<void> {
  const part = skipsHeader ? 'main' : 'body';
  if (skipsHeader) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
  }
  const stops = await tabThrough(page, part);
  expect(stops.filter(({ isVisible }) => !isVisible).map(({ html }) => html)).toEqual([]);
  const missed = await page.evaluate((selector) => {
    const controls = document
      .querySelector(selector)
      ?.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex="0"]');
    // Arrow keys reach the other tabs of a group.
    const stops = [...(controls ?? [])].filter(
      (control) => control.checkVisibility() && control.tabIndex >= 0,
    );
    return stops.filter((control) => !control.hasAttribute('data-visited')).map(({ outerHTML }) => outerHTML);
  }, part);
  expect(missed).toEqual([]);
}

/** Presses Tab until the focus leaves this part of the page or returns to its start. */
async function tabThrough(
  page: Page,
  part: 'main' | 'body',
): Promise<{ html: string; isVisible: boolean }[]> {
  const stops: { html: string; isVisible: boolean }[] = [];
  for (let count = 0; count < maxStops; count++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate((selector) => {
      const control = document.activeElement;
      if (!control?.parentElement?.closest(selector) || control.hasAttribute('data-visited')) return null;
      control.setAttribute('data-visited', '');
      const { top, bottom, width, height } = control.getBoundingClientRect();
      // A link that stretches over its card shows the focus around the card.
      const outlines = [getComputedStyle(control), getComputedStyle(control, '::after')];
      const isInView = width > 0 && height > 0 && bottom > 0 && top < innerHeight;
      return {
        html: control.outerHTML.slice(0, 120),
        isVisible:
          isInView &&
          outlines.some(({ outlineStyle, boxShadow }) => `${outlineStyle}${boxShadow}` !== 'nonenone'),
      };
    }, part);
    if (!stop) return stops;
    stops.push(stop);
  }
  return stops;
}
