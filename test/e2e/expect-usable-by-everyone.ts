import type { Page } from '@playwright/test';
import { findInvisibleParts } from './find-invisible-parts.ts';
import { findLayoutFaults } from './find-layout-faults.ts';
import { findViolations } from './find-violations.ts';
import { expect } from './fixtures.ts';

const heights = { phone: 844, desktop: 900 };
const phone = { width: 390, height: heights.phone };
const desktop = { width: 1440, height: heights.desktop };
/** Widths at which only the layout is checked. */
const otherWidths = [
  // The narrowest window that WCAG 2.2 requires (1.4.10).
  { width: 320, height: heights.phone },
  { width: 768, height: 1024 },
  { width: 834, height: 1112 },
];
const colorRules = ['color-contrast', 'link-in-text-block'];
/**
 * The rules whose result can differ between two views of a page: both themes have the same elements in the same places, and both
 * widths have the same elements except for the menu, which pages.spec.ts opens on a phone.
 */
const allViews = [
  { viewport: phone, theme: 'dark', rules: [...colorRules, 'target-size'] },
  { viewport: desktop, theme: 'light', rules: colorRules },
  { viewport: desktop, theme: 'dark', rules: undefined },
];
/** `npm test` checks most pages only in the last view. */
export const looksAtAllViews = process.env.PLAYWRIGHT_VIEWS !== 'one';

/**
 * Runs axe on a phone and a desktop and in both themes. Expects that nothing overflows or is out of place there, in a
 * narrow window and on a tablet, that nothing overflows in text twice as large, and that forced colors hide nothing.
 * @param options.inAllViews if not, only on a desktop in the dark theme
 */
export async function expectUsableByEveryone(
  page: Page,
  { inAllViews = looksAtAllViews } = {},
): Promise<void> {
  const views = inAllViews ? allViews : allViews.slice(-1);
  const findings: unknown[] = [];
  // Otherwise axe sees colors in transition from the other theme.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const { viewport, theme, rules } of views) {
    await page.setViewportSize(viewport);
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen;
    }, theme);
    for (const violation of await findViolations(page, rules)) {
      findings.push({ ...violation, width: viewport.width, theme });
    }
    findings.push(...(await checkLayout(page, viewport)));
  }
  for (const viewport of otherWidths) findings.push(...(await checkLayout(page, viewport)));
  findings.push(...(await findInvisibleParts(page)));
  await setTextSize(page, '200%');
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport);
    findings.push(...(await overflow(page, `at ${viewport.width} px with text of 200 %`)));
  }
  await setTextSize(page, '');
  expect(findings).toEqual([]);
}

async function setTextSize(page: Page, size: string): Promise<void> {
  await page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);
}

async function checkLayout(page: Page, viewport: { width: number; height: number }): Promise<string[]> {
  await page.setViewportSize(viewport);
  const faults = await findLayoutFaults(page);
  const where = `at ${viewport.width} px`;
  return [...(await overflow(page, where)), ...faults.map((fault) => `${fault} ${where}`)];
}

/** Finds horizontal scrolling, and texts and controls that an element with `overflow: clip` cuts off. */
async function overflow(page: Page, when: string): Promise<string[]> {
  const found = await page.evaluate(() => {
    const pixels = document.documentElement.scrollWidth - window.innerWidth;
    const isRead = (element: Element) =>
      element.matches('button, input, select, textarea') ||
      [...element.childNodes].some((node) => node instanceof Text && node.data.trim());
    const isInScroller = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || isInScroller(element.parentElement));
    const cut = [...document.querySelectorAll('main *, header *, footer *')].filter(
      (element) =>
        element instanceof HTMLElement &&
        element.getBoundingClientRect().right > window.innerWidth + 1 &&
        isRead(element) &&
        element.checkVisibility() &&
        !isInScroller(element),
    );
    return [
      ...(pixels > 0 ? [`${pixels} px stick out`] : []),
      ...cut.map((element) => `${element.outerHTML.slice(0, 80)} is cut off`),
    ];
  });
  return found.map((fault) => `${fault} ${when}`);
}
