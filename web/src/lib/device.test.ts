import { expect, it } from 'vitest';
import { isDesktopDevice, isMobile } from './device.ts';

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 10, true],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    0,
    true,
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    5,
    false,
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 5, false],
  ['Mozilla/5.0 (Linux; Android 15; SM-X710) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 5, false],
])('detects for %s with %i touch points: desktop is %s', (userAgent, maxTouchPoints, isDesktop) => {
  expect(isDesktopDevice({ userAgent, maxTouchPoints })).toBe(isDesktop);
});

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 769, false],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 768, true],
  ['Mozilla/5.0 (Linux; Android 15; SM-X710) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 1280, true],
])('detects for %s in a window of %i px: mobile is %s', (userAgent, innerWidth, expected) => {
  const navigator = { userAgent, maxTouchPoints: 0 } as Navigator;
  expect(isMobile({ navigator, innerWidth })).toBe(expected);
});
