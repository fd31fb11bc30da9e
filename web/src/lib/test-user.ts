import type { User } from '../../../contract/records/user.ts';

/** A user who has just registered. */
export const newUser: User = {
  userId: 'user-4711',
  displayName: 'Anonymous',
  email: 'ana@example.test',
  createdAt: '2025-09-01T10:00:00Z',
  status: 'active',
  subscription: { status: 'none', plan: 'free', lastPaymentDate: null },
  unsubscriptions: [],
};
