import { expect, test } from 'vitest';
import { newUser } from './new-user.ts';
import { publicUser } from './public-user.ts';
import type { StoredUser } from './user-store.ts';

test('shows the owner everything except the fields of the server', () => {
  const record = newUser('user-1', 'ana@example.test', new Date());
  const stored = { ...record, checkout: { sessionId: 'cs_1', fingerprint: 'f' } };
  expect(publicUser(stored)).toEqual(record);
});

test('shows the owner how many recovery codes are left', () => {
  const record = newUser('user-1', 'ana@example.test', new Date());
  const recoveryCodes = { hashes: ['a', 'b'] } as StoredUser['recoveryCodes'];
  expect(publicUser({ ...record, ...(recoveryCodes && { recoveryCodes }) })).toEqual({
    ...record,
    recoveryCodesLeft: 2,
  });
});

test.each([
  [['gift_1'], true],
  [['gift_1', 'cs_1'], undefined],
  [['cs_1'], undefined],
  [[], undefined],
])('says for licenses of %j whether they are gifts: %s', (orderIds, isGift) => {
  const record = newUser('user-1', 'ana@example.test', new Date());
  const licenses = Object.fromEntries(orderIds.map((orderId) => [orderId, '2025-09-03T10:00:00.000Z']));
  expect(publicUser({ ...record, licenses }).subscription.isGift).toBe(isGift);
});
