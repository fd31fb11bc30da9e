import { expect, test } from 'vitest';
import { newUser } from './new-user.ts';
import { publicUser } from './public-user.ts';

test('shows the owner everything except the fields of the server', () => {
  const record = newUser('user-1', 'ana@example.test', new Date());
  const stored = { ...record, checkout: { sessionId: 'cs_1', fingerprint: 'f' } };
  expect(publicUser(stored)).toEqual(record);
});
