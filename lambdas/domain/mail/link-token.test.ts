import { expect, it } from 'vitest';
import { readLinkToken, signLinkToken } from './link-token.ts';

const key = 'k'.repeat(64);

it('returns the permission of a token of its purpose', () => {
  expect(readLinkToken(key, 'withdraw', signLinkToken(key, 'withdraw', { orderId: 'cs_1' }))).toEqual({
    orderId: 'cs_1',
  });
});

it('refuses a token of another purpose, although the same key signed it', () => {
  const token = signLinkToken(key, 'unsubscribe', { orderId: 'cs_1' });
  expect(() => readLinkToken(key, 'withdraw', token)).toThrow(
    expect.objectContaining({ name: 'AppError', code: 'invalid-argument' }),
  );
});
