import { expect, it } from 'vitest';
import { formatPrice, fractionDigitsOf } from '../../../contract/rules/format-price.ts';
import { decimalsOf, showMoney } from './money.ts';

it.each([
  ['usd', 1000, '$10.00'],
  ['jpy', 500, '¥500'],
  ['kwd', 5120, 'KWD\u00a05.120'],
  ['isk', 500, 'ISK\u00a05'],
  ['ugx', 500, 'UGX\u00a05'],
  ['huf', 1_790_000, 'HUF\u00a017,900'],
  ['twd', 80_000, 'NT$800.00'],
])('shows an amount in %s as the document counts it: %d is %s', (currency, amount, text) => {
  expect(showMoney(amount, currency)).toBe(text);
});

it('agrees with the product about every currency', () => {
  for (const currency of Intl.supportedValuesOf('currency'))
    expect(decimalsOf(currency), currency).toBe(fractionDigitsOf(currency));
  for (const currency of ['usd', 'eur', 'gbp', 'jpy', 'huf', 'isk', 'ugx', 'twd', 'kwd', 'mga'])
    expect(showMoney(1_790_000, currency), currency).toBe(formatPrice(1_790_000, currency));
});
