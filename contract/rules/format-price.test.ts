import { expect, it } from 'vitest';
import { formatPrice } from './format-price.ts';

it.each([
  [0, 'usd', '$0.00'],
  [4900, 'usd', '$49.00'],
  [123_456, 'eur', '€1,234.56'],
  [500, 'jpy', '¥500'],
])('formats %d %s as %s', (amount, currency, text) => {
  expect(formatPrice(amount, currency)).toBe(text);
});
