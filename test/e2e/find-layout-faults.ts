import type { Page } from '@playwright/test';

/**
 * Returns the visual faults of the current page: text on the chart of the title, words that are
 * broken in titles, buttons and badges, and badges of another size.
 */
export function findLayoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const main = document.querySelector('main');
    if (!main) return ['no main element'];
    const all = (selector: string) => [...main.querySelectorAll<HTMLElement>(selector)];
    const textsIn = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      return texts.filter(({ data, parentElement }) => data.trim() && parentElement?.checkVisibility());
    };
    const rectsOf = (text: Text, start = 0, end = text.length) => {
      const range = document.createRange();
      range.setStart(text, start);
      range.setEnd(text, end);
      return [...range.getClientRects()];
    };
    /** Whether the text is on an opaque background, such as a card. */
    const isCovered = (text: Text) => {
      for (let at = text.parentElement; at && at !== main; at = at.parentElement)
        if (!/^rgba\(.*, 0\)$|^transparent$/.test(getComputedStyle(at).backgroundColor)) return true;
      return false;
    };

    const onChart = all('[class$="_art"]').flatMap((art) => {
      const area = art.getBoundingClientRect();
      // The box of a line is taller than its text.
      const isOn = ({ left, right, top, bottom, height }: DOMRect) =>
        right > area.left &&
        left < area.right &&
        bottom - height / 5 > area.top &&
        top + height / 5 < area.bottom;
      return textsIn(main)
        .filter((text) => !text.parentElement?.closest('svg') && rectsOf(text).some(isOn) && !isCovered(text))
        .map(({ data }) => `on the chart: ${data}`);
    });

    const broken = all('h1, h2, h3, button, a, [class$="_badge"]')
      .flatMap(textsIn)
      // An id may break anywhere.
      .filter((text) => !text.parentElement?.closest('code'))
      .flatMap((text) =>
        [...text.data.matchAll(/\p{L}{2,18}/gu)]
          .filter(({ index, 0: word }) => {
            const tops = rectsOf(text, index, index + word.length).map(({ top }) => Math.round(top));
            return new Set(tops).size > 1;
          })
          .map(([word]) => `broken word: ${word}`),
      );

    const root = getComputedStyle(document.documentElement);
    const badgeSize =
      Number.parseFloat(root.getPropertyValue('--text-small')) * Number.parseFloat(root.fontSize);
    const badges = all('[class$="_badge"]')
      .map((badge) => Number.parseFloat(getComputedStyle(badge).fontSize))
      .filter((size) => size !== badgeSize)
      .map((size) => `badge with letters of ${size} px`);
    return [...onChart, ...broken, ...badges];
  });
}
