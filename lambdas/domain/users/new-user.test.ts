import { expect, test } from 'vitest';
import { user } from '../../../contract/records/user.ts';
import { newUser } from './new-user.ts';

test('creates a user who is subscribed to updates only', () => {
  const record = newUser('user-1', 'ana@example.test', new Date('2025-09-01T12:00:00+02:00'));
  expect(record).toEqual({
    userId: 'user-1',
    displayName: 'Anonymous',
    email: 'ana@example.test',
    createdAt: '2025-09-01T10:00:00.000Z',
    status: 'active',
    subscription: { status: 'none', plan: 'free', lastPaymentDate: null },
    unsubscriptions: ['updates', 'resources', 'feedback', 'newsletter'],
  });
  expect(user.parse(record)).toEqual(record);
});
