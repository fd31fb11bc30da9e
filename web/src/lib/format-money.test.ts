// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { formatMoney } from './format-money.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([
  ['en-US', 4900, 'usd', '$49.00'],
  ['de-DE', 123_456, 'eur', '1.234,56 €'],
  ['ja-JP', 7500, 'jpy', '￥7,500'],
  ['en-US@posix', 4900, 'usd', '$49.00'],
  ['', 4900, 'usd', '$49.00'],
])('writes amounts as in %s', (language, amount, currency, text) => {
  vi.stubGlobal('navigator', { language });
  expect(formatMoney(amount, currency).replace(/\s/g, ' ')).toBe(text);
});
