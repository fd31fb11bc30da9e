import { describe, expect, it } from 'vitest';
import { orderId as validOrderId } from '../operations/fields.ts';
import { licenseIdOf, readLicenseId } from './license-id.ts';

describe('licenseIdOf', () => {
  it('is the number of the order until the license is reissued', () => {
    expect(licenseIdOf({ orderId: 'cs_1' })).toBe('cs_1');
    expect(licenseIdOf({ orderId: 'cs_1', reissues: { count: 12, at: '2026-11-28T12:00:00.000Z' } })).toBe(
      'cs_1.12',
    );
  });

  it('is no number of another order', () => {
    expect(validOrderId.safeParse('cs_1.12').success).toBe(false);
  });
});

describe('readLicenseId', () => {
  it.each([
    ['cs_1', { orderId: 'cs_1', issue: 0 }],
    ['gift_a.1', { orderId: 'gift_a', issue: 1 }],
    ['cs_1.12', { orderId: 'cs_1', issue: 12 }],
  ])('finds the order and the issue of %s', (licenseId, expected) => {
    expect(readLicenseId(licenseId)).toEqual(expected);
  });
});
