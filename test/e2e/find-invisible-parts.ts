import type { Page } from '@playwright/test';

/** The contrast of parts of controls and other graphics (WCAG 2.2, 1.4.11). */
const leastContrast = 3;

interface Part {
  element: Element;
  pseudo: '' | '::before' | '::after';
}

/**
 * Applies forced colors, and finds the parts without text that are no longer visible, and tabs that wrongly
 * look selected.
 */
export async function findInvisibleParts(page: Page): Promise<string[]> {
  const before = await page.evaluateHandle(findDrawnParts, leastContrast);
  await page.emulateMedia({ forcedColors: 'active' });
  const after = await page.evaluateHandle(findDrawnParts, leastContrast);
  const faults = await page.evaluate(
    ([drawnBefore, drawnAfter]) => {
      const isDrawn = ({ element, pseudo }: Part) =>
        drawnAfter.some((part) => part.element === element && part.pseudo === pseudo);
      const invisible = drawnBefore.filter((part) => part.element.checkVisibility() && !isDrawn(part));
      const selected = [...document.querySelectorAll('[role=tab][aria-selected=false]')]
        .map((element): Part => ({ element, pseudo: '' }))
        .filter(isDrawn);
      const describe = ({ element, pseudo }: Part) => `${element.outerHTML.slice(0, 120)} ${pseudo}`;
      return [
        ...invisible.map((part) => `invisible: ${describe(part)}`),
        ...selected.map((part) => `looks selected: ${describe(part)}`),
      ];
    },
    [before, after] as const,
  );
  await page.emulateMedia({ forcedColors: null });
  return faults;
}

/** The parts that a background or a border draws. Runs in the page. */
function findDrawnParts(least: number): Part[] {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const known = new Map<string, number[]>();
  /** Red, green, blue and alpha, from 0 to 1. */
  function readColor(text: string): number[] {
    if (!canvas) throw new Error('The browser has no canvas.');
    const found = known.get(text);
    if (found) return found;
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const color = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => part / 255);
    known.set(text, color);
    return color;
  }
  const mix = (color: number[], ground: number[]) =>
    ground.map((part, index) => part + ((color[index] ?? 0) - part) * (color[3] ?? 1));
  function readGround(element: Element | null): number[] {
    if (!element) return [1, 1, 1];
    const color = readColor(getComputedStyle(element).backgroundColor);
    return mix(color, color[3] === 1 ? [0, 0, 0] : readGround(element.parentElement));
  }
  const luminanceOf = (color: number[]) =>
    [0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => {
      const part = color[index] ?? 0;
      return sum + weight * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    }, 0.05);
  function contrastOf(color: string, ground: number[]): number {
    const ratio = luminanceOf(mix(readColor(color), ground)) / luminanceOf(ground);
    return Math.max(ratio, 1 / ratio);
  }
  function isDrawn({ element, pseudo }: Part): boolean {
    const style = getComputedStyle(element, pseudo || null);
    if (pseudo && style.content !== '""') return false;
    const ground = readGround(pseudo ? element : element.parentElement);
    const sides = (['Top', 'Right', 'Bottom', 'Left'] as const).filter(
      (side) => style[`border${side}Style`] !== 'none' && Number.parseFloat(style[`border${side}Width`]) > 0,
    );
    return [style.backgroundColor, ...sides.map((side) => style[`border${side}Color`])].some(
      (color) => contrastOf(color, ground) >= least,
    );
  }
  const isGraphic = (element: Element) =>
    element.matches('[role=tab]') ||
    (element instanceof HTMLElement &&
      !element.textContent?.trim() &&
      !element.querySelector('svg, img, input, canvas'));
  return [...document.body.querySelectorAll('*')]
    .filter((element) => element.checkVisibility())
    .flatMap((element): Part[] => [
      ...(isGraphic(element) ? [{ element, pseudo: '' as const }] : []),
      { element, pseudo: '::before' },
      { element, pseudo: '::after' },
    ])
    .filter(isDrawn);
}
