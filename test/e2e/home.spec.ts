import type { Page } from '@playwright/test';
import { findBrowser } from './find-browser.ts';
import { findViolations } from './find-violations.ts';
import { expect, test, testInNewContext } from './fixtures.ts';
import { openPage } from './open-page.ts';

// Most of these tests check animations. The unit tests of the carousel prove when it rotates.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const turn = 15_000;

const carouselOf = (page: Page) => page.getByRole('region', { name: 'Screens of the app' });
const stopButton = (page: Page) => page.getByRole('button', { name: 'Stop automatic slide show' });
const startButton = (page: Page) => page.getByRole('button', { name: 'Start automatic slide show' });
const dot = (page: Page, number: number) => page.getByRole('button', { name: `Screen ${number}:` });
const screenOf = (page: Page, number: number) =>
  carouselOf(page)
    .getByRole('group', { name: `${number} of 6` })
    .getByRole('link');

/** Its dot is the current one, and it is in the middle of the window. */
async function expectShown(page: Page, number: number) {
  await expect(dot(page, number)).toHaveAttribute('aria-current', 'true');
  const offCenter = () =>
    screenOf(page, number).evaluate((link) => {
      const { left, right } = link.getBoundingClientRect();
      return Math.abs((left + right) / 2 - document.documentElement.clientWidth / 2);
    });
  await expect.poll(offCenter, { intervals: [20] }).toBeLessThan(2);
}

/** Opens the home page with the carousel in view and a clock that the test controls. */
async function openHome(page: Page) {
  await page.clock.install();
  await openPage(page, '/');
  await screenOf(page, 1).scrollIntoViewIfNeeded();
  await expect(carouselOf(page).locator('[aria-live]')).toHaveAttribute(
    'aria-live',
    (await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)) ? 'polite' : 'off',
  );
  // From here on, time passes only when a test advances it.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
}

testInNewContext('selects a screen by its dot, by the buttons next to it, and by keys', async ({ page }) => {
  await openHome(page);
  await dot(page, 4).click();
  await expectShown(page, 4);
  await page.getByRole('button', { name: 'Next screen' }).click();
  await expectShown(page, 5);
  await page.keyboard.press('ArrowRight');
  await expectShown(page, 6);
  await page.keyboard.press('ArrowRight');
  await expectShown(page, 1);
  await page.keyboard.press('ArrowLeft');
  await expectShown(page, 6);
});

test('moves by as many screens as keys are pressed quickly, without moving back', {
  tag: '@extended',
}, async ({ page }) => {
  await openPage(page, '/');
  await page.evaluate(() => {
    const dots = [...document.querySelectorAll('[aria-current]')].filter((dot) => dot.localName === 'button');
    const shown: number[] = [];
    new MutationObserver(() => {
      shown.push(1 + dots.findIndex((dot) => dot.getAttribute('aria-current') === 'true'));
      document.documentElement.dataset.shown = shown.join();
    }).observe(dots[0]?.parentElement as Element, { subtree: true, attributeFilter: ['aria-current'] });
  });
  await screenOf(page, 1).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expectShown(page, 3);
  await expect(screenOf(page, 3)).toBeFocused();
  // The carousel handles the end of the scroll after it.
  await dot(page, 4).click();
  await expectShown(page, 4);
  await expect(page.locator('html')).toHaveAttribute('data-shown', '2,3,4');
});

testInNewContext('continues to rotate after a click on a dot', { tag: '@extended' }, async ({ page }) => {
  await openHome(page);
  await dot(page, 4).click();
  await expectShown(page, 4);
  await page.clock.runFor(turn);
  await expectShown(page, 5);
  await expect(stopButton(page)).toBeVisible();
});

testInNewContext(
  'pauses while the keyboard focus is in the carousel, unless the button starts it',
  { tag: '@extended' },
  async ({ page }) => {
    await openHome(page);
    await stopButton(page).focus();
    await page.keyboard.press('Tab');
    await page.clock.runFor(3 * turn);
    await expectShown(page, 1);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(stopButton(page)).toBeFocused();
    await page.clock.runFor(turn);
    await expectShown(page, 2);
    await page.keyboard.press('Shift+Tab');
    await page.clock.runFor(turn);
    await expectShown(page, 3);
  },
);

testInNewContext('does not rotate out of view', { tag: '@extended' }, async ({ page }) => {
  await openHome(page);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(carouselOf(page).locator('[aria-live]')).toHaveAttribute('aria-live', 'polite');
  await page.clock.runFor(2 * turn);
  await expect(dot(page, 1)).toHaveAttribute('aria-current', 'true');
});

test.describe('with reduced motion', () => {
  testInNewContext.use({ contextOptions: { reducedMotion: 'reduce' } });

  testInNewContext('does not rotate', { tag: '@extended' }, async ({ page }) => {
    await openHome(page);
    await page.clock.runFor(3 * turn);
    await expectShown(page, 1);
    await expect(startButton(page)).toBeVisible();
  });
});

test('enlarges a screen, and Escape, the button or a click outside restores the focus', async ({ page }) => {
  await openPage(page, '/');
  const dialog = page.getByRole('dialog', { name: /^Map:/ });
  const closings = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(4, 4),
  ];
  for (const close of closings) {
    await screenOf(page, 1).click();
    await expect(dialog.getByRole('img')).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await close();
    await expect(dialog).toBeHidden();
    await expect(screenOf(page, 1)).toBeFocused();
  }
});

test('keeps an enlarged screen open after a drag over its edge', { tag: '@extended' }, async ({ page }) => {
  await openPage(page, '/');
  await screenOf(page, 1).click();
  const dialog = page.getByRole('dialog');
  const inside = await dialog.getByText(/^Map:/).boundingBox();
  if (!inside) throw new Error('The caption is not shown.');
  const beside = { x: 4, y: 4 };
  for (const [from, to] of [
    [inside, beside],
    [beside, inside],
  ] as const) {
    await page.mouse.move(from.x + 2, from.y + 2);
    await page.mouse.down();
    await page.mouse.move(to.x + 2, to.y + 2);
    await page.mouse.up();
    await expect(dialog).toBeVisible();
  }
  await page.mouse.click(beside.x, beside.y);
  await expect(dialog).toBeHidden();
});

test('keeps the page in place under an enlarged screen where scrollbars take room', {
  tag: '@extended',
}, async ({ cloud, playwright }) => {
  const browser = await playwright.chromium.launch({
    ...(await findBrowser()),
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
  try {
    const page = await browser.newPage();
    await openPage(page, cloud.siteUrl);
    expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0);
    await screenOf(page, 1).scrollIntoViewIfNeeded();
    const before = await screenOf(page, 1).boundingBox();
    await screenOf(page, 1).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    const link = page.locator('[aria-haspopup="dialog"]').first();
    expect(await link.boundingBox()).toEqual(before);
  } finally {
    await browser.close();
  }
});

test('moves a clicked neighbor to the middle', { tag: '@extended' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openPage(page, '/');
  await screenOf(page, 2).click({ position: { x: 40, y: 40 } });
  await expectShown(page, 2);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test.describe('on a touch screen', () => {
  testInNewContext.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  testInNewContext('shows the next screen after a swipe', { tag: '@extended' }, async ({ page, context }) => {
    await openPage(page, '/');
    await screenOf(page, 1).scrollIntoViewIfNeeded();
    const box = await screenOf(page, 1).boundingBox();
    if (!box) throw new Error('The first screen is not shown.');
    const client = await context.newCDPSession(page);
    const startSeconds = Date.now() / 1000;
    const touch = (type: 'touchStart' | 'touchMove', share: number, seconds: number) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: [{ x: box.x + box.width * share, y: box.y + box.height / 2 }],
        timestamp: startSeconds + seconds,
      });
    await touch('touchStart', 0.8, 0);
    for (let step = 1; step <= 7; step++) await touch('touchMove', 0.8 - step / 10, step / 20);
    // The finger stops before it leaves the screen. After a fast swipe, Chromium may skip a screen.
    await touch('touchMove', 0.1, 1);
    await client.send('Input.dispatchTouchEvent', {
      type: 'touchEnd',
      touchPoints: [],
      timestamp: startSeconds + 1,
    });
    await expectShown(page, 2);
  });

  testInNewContext(
    'shows neighbors although our code does not arrive',
    { tag: '@extended' },
    async ({ page }) => {
      await page.route(/\/assets\/(home|site)-.*\.js$/, () => {});
      await page.goto('/', { waitUntil: 'commit' });
      await screenOf(page, 3).scrollIntoViewIfNeeded();
      await expect(screenOf(page, 3).getByRole('img', { includeHidden: true })).toHaveJSProperty(
        'complete',
        true,
      );
      await expect(screenOf(page, 3).locator('img')).toBeInViewport({ ratio: 0.6 });
      await expect(screenOf(page, 3)).toHaveCSS('opacity', '1');
      await expect(carouselOf(page).getByText(/^Editor:/)).toBeVisible();
    },
  );

  testInNewContext('shows headline and buttons above the fold', async ({ page }) => {
    await page.goto('/');
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
    await expect(main.getByRole('link', { name: 'Create Account' }).first()).toBeInViewport({ ratio: 1 });
  });
});

test.describe('in a low window', () => {
  testInNewContext.use({ viewport: { width: 844, height: 340 }, hasTouch: true, isMobile: true });

  testInNewContext(
    'loads the neighbors’ pictures once the page is scrolled',
    { tag: '@extended' },
    async ({ page }) => {
      await openPage(page, '/');
      await expect(screenOf(page, 2).locator('img')).toBeHidden();
      await screenOf(page, 1).scrollIntoViewIfNeeded();
      await expect(screenOf(page, 2).locator('img')).toBeVisible();
    },
  );
});

testInNewContext('loads every screen in a size that fits', async ({ page }) => {
  await openPage(page, '/');
  for (const number of [1, 2, 3, 4, 5, 6]) {
    await dot(page, number).click();
    const image = screenOf(page, number).getByRole('img');
    await expect(image).toHaveJSProperty('complete', true);
    const { source, width } = await image.evaluate((img: HTMLImageElement) => ({
      source: new URL(img.currentSrc).pathname,
      width: img.naturalWidth,
    }));
    expect(source).toMatch(/^\/media\/site\/images\/[a-z]+-1600\.avif$/);
    expect(width).toBeGreaterThan(0);
  }
});

test.describe('without JavaScript', () => {
  testInNewContext.use({ javaScriptEnabled: false });

  testInNewContext('reaches all screens, each a link to its picture', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Next screen' })).toBeHidden();
    for (const number of [2, 6]) {
      await screenOf(page, number).scrollIntoViewIfNeeded();
      await expect(screenOf(page, number)).toBeInViewport({ ratio: 0.6 });
    }
    const picture = await page.request.get((await screenOf(page, 6).getAttribute('href')) ?? '');
    expect(picture.headers()['content-type']).toBe('image/webp');
  });
});

testInNewContext('loads the drawings without moving anything', { tag: '@extended' }, async ({ page }) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value } = entry as PerformanceEntry & { value: number };
        document.documentElement.dataset.shift = String(
          Number(document.documentElement.dataset.shift ?? 0) + value,
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const drawings: number[] = [];
  page.on('response', (response) => {
    if (/\/assets\/illustrations-.*\.svg$/.test(response.url())) drawings.push(response.status());
  });
  await openPage(page, '/');
  await expect.poll(() => drawings.length, { intervals: [20] }).toBeGreaterThan(0);
  expect(drawings).toEqual([200]);
  // A symbol that is missing, or that the policy blocks, has no size.
  const sizes = await page
    .locator('main use')
    .evaluateAll((uses) => uses.map((use) => (use as SVGGraphicsElement).getBBox().width));
  expect(sizes).toHaveLength(10);
  expect(Math.min(...sizes)).toBeGreaterThan(0);
  const shift = await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0));
  expect(shift).toBeLessThan(0.01);
});

test('does not overflow at nine widths from 320 to 1440 px', { tag: '@extended' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await openPage(page, '/');
  for (const width of [320, 375, 640, 641, 768, 960, 961, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(async () => {
      // Resize listeners have run by then.
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      return document.documentElement.scrollWidth - window.innerWidth;
    });
    expect.soft(overflow, `at ${width} px`).toBeLessThanOrEqual(0);
  }
});

test('opens community links in a new tab, and says so', async ({ page }) => {
  await page.goto('/');
  for (const name of ['Community chat', 'Discussion forum', 'Donate']) {
    const link = page.getByRole('main').getByRole('link', { name: `${name} (opens in a new tab)` });
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'noopener');
  }
});

test('describes the screens in words without the pictures, and everything else works', {
  tag: '@extended',
}, async ({ page, complaints }) => {
  await page.route('**/media/**', (route) => route.fulfill({ status: 404 }));
  await openPage(page, '/');
  await screenOf(page, 1).scrollIntoViewIfNeeded();
  await expect(screenOf(page, 1).locator('img')).toHaveCount(0);
  await expect(screenOf(page, 1)).toContainText(/map/i);
  await dot(page, 2).click();
  await expectShown(page, 2);
  await expect(screenOf(page, 2).locator('img')).toHaveCount(0);
  // The browser's own messages about the pictures.
  complaints.length = 0;
});
