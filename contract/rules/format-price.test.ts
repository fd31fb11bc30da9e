import { expect, it } from 'vitest';
import { formatPrice, fractionDigitsOf } from './format-price.ts';

it.each([
  [0, 'usd', '$0.00'],
  [4900, 'usd', '$49.00'],
  [123_456, 'eur', '€1,234.56'],
  [500, 'jpy', '¥500'],
  [1_790_000, 'huf', 'HUF\u00a017,900'],
  [1_790_050, 'huf', 'HUF\u00a017,900.50'],
  [690_000, 'isk', 'ISK\u00a06,900'],
  [500, 'ugx', 'UGX\u00a05'],
  [80_000, 'twd', 'NT$800.00'],
  [5_120, 'kwd', 'KWD\u00a05.120'],
  [500, 'mga', 'MGA\u00a0500'],
])('formats %d %s as %s', (amount, currency, text) => {
  expect(formatPrice(amount, currency)).toBe(text);
});

it('shows forints as Hungarians write them', () => {
  expect(formatPrice(1_790_000, 'huf', 'hu-HU')).toBe('17\u00a0900\u00a0Ft');
});

// https://docs.stripe.com/currencies: the whole tables, and every other currency that Intl supports.
it('counts in the units of Stripe', () => {
  const zero = [
    'BIF',
    'CLP',
    'DJF',
    'GNF',
    'JPY',
    'KMF',
    'KRW',
    'MGA',
    'PYG',
    'RWF',
    'VND',
    'VUV',
    'XAF',
    'XOF',
    'XPF',
  ];
  const three = ['BHD', 'JOD', 'KWD', 'OMR', 'TND'];
  for (const code of Intl.supportedValuesOf('currency')) {
    const expected = zero.includes(code) ? 0 : three.includes(code) ? 3 : 2;
    expect(fractionDigitsOf(code.toLowerCase()), code).toBe(expected);
  }
});
