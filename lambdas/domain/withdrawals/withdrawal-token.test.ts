import { describe, expect, it } from 'vitest';
import { readWithdrawalToken, signWithdrawalToken } from './withdrawal-token.ts';

const key = 'k'.repeat(64);
const stated = { orderId: 'cs_1', statedAt: '2025-09-10T08:15:00.000Z', name: 'Zoë Ferreira' };
const token = signWithdrawalToken(key, stated);
const read = (given: string, now = '2025-09-11T08:15:00Z') => readWithdrawalToken(key, given, new Date(now));

describe('readWithdrawalToken', () => {
  it('returns the order, the time and the name of the statement', () => {
    expect(read(token)).toEqual(stated);
  });

  it('accepts an older link without the name', () => {
    const { name: _, ...nameless } = stated;
    expect(read(signWithdrawalToken(key, nameless))).toEqual(nameless);
  });

  it('accepts a link for 30 days', () => {
    expect(read(token, '2025-10-10T08:15:00Z')).toEqual(stated);
    expect(() => read(token, '2025-10-10T08:15:01Z')).toThrow(
      expect.objectContaining({
        code: 'invalid-argument',
        message: expect.stringContaining('This link has expired.'),
      }),
    );
  });

  it('refuses a token that names another order', () => {
    const payload = Buffer.from(JSON.stringify({ ...stated, orderId: 'cs_2' })).toString('base64url');
    expect(() => read(`${payload}.${token.split('.')[1]}`)).toThrow('This link is damaged.');
  });
});
