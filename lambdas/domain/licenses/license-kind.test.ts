import { describe, expect, it } from 'vitest';
import { licenseKindOf } from './license-kind.ts';

describe('licenseKindOf', () => {
  it.each([
    [{ amountInCents: 4900 }, 'purchase'],
    [{ amountInCents: 0 }, 'free'],
    [{ amountInCents: 0, source: 'code' }, 'gift'],
    [{ amountInCents: 0, source: 'gift' }, 'complimentary'],
  ] as const)('calls the license of %o a %s', (order, kind) => {
    expect(licenseKindOf(order)).toBe(kind);
  });
});
