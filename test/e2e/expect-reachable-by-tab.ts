import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** More than any page has, so that a focus trap ends the test. */
const maxStops = 300;

/**
 * Expects that Tab reaches every control of the page from its top, and that each is in view and
 * shows the focus.
 */
export async function expectReachableByTab(page: Page): Promise<void> {
  const stops = await tabThrough(page);
  expect(stops.filter(({ isVisible }) => !isVisible).map(({ html }) => html)).toEqual([]);
  const missed = await page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex="0"]',
    );
    // Arrow keys reach the other tabs of a group.
    const stops = [...controls].filter((control) => control.checkVisibility() && control.tabIndex >= 0);
    return stops.filter((control) => !control.hasAttribute('data-visited')).map(({ outerHTML }) => outerHTML);
  });
  expect(missed).toEqual([]);
}

/** Presses Tab until the focus leaves the page or returns to its start. */
async function tabThrough(page: Page): Promise<{ html: string; isVisible: boolean }[]> {
  const stops: { html: string; isVisible: boolean }[] = [];
  for (let count = 0; count < maxStops; count++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const control = document.activeElement;
      if (!control || control === document.body || control.hasAttribute('data-visited')) return null;
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
    });
    if (!stop) return stops;
    stops.push(stop);
  }
  return stops;
}
