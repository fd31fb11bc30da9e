import { describe, expect, test } from 'vitest';
import { gigabyte, prices } from './list-prices.ts';
import { dollarsFor, type Price } from './price.ts';

const price = (tiers: Price['tiers'], free?: number): Price => ({
  service: 'S',
  what: 'things',
  unit: { size: 10, name: '10' },
  tiers,
  ...(free === undefined ? {} : { free }),
  page: 'https://aws.amazon.com/s/pricing/',
  seen: 'AWS',
});

describe('dollarsFor', () => {
  const tiered = price(
    [
      { from: 0, dollars: 2 },
      { from: 100, dollars: 1 },
    ],
    20,
  );

  test.each([
    [0, 0],
    [20, 0],
    [30, 2],
    [100, 16],
    [110, 17],
  ])('computes for %d units the price $%d', (used, dollars) => {
    expect(dollarsFor(tiered, used)).toBeCloseTo(dollars);
  });

  test('charges for the first unit if none is free', () => {
    expect(dollarsFor(price([{ from: 0, dollars: 3 }]), 1)).toBeCloseTo(0.3);
  });

  test('divides 60 TB from CloudFront into one free, nine at the first price, forty at the second and ten at the third', () => {
    const terabytes = 0.085 * 9 + 0.08 * 40 + 0.06 * 10;
    expect(dollarsFor(prices.deliveredBytes, 60 * 1024 * gigabyte)).toBeCloseTo(1024 * terabytes);
  });
});

test.each(Object.entries(prices) as [string, Price][])(
  'has a page and ordered tiers for the price of %s',
  (_, { page, tiers, unit }) => {
    expect(page).toMatch(/^https:\/\/aws\.amazon\.com\//);
    expect(unit.size).toBeGreaterThan(0);
    expect(tiers[0]?.from).toBe(0);
    const starts = tiers.map(({ from }) => from);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
  },
);
