import type { User } from '../../../contract/records/user.ts';

/** The record of a new user, with the specification's defaults. */
export function newUser(userId: string, email: string, createdAt: Date): User {
  return {
    userId,
    displayName: 'Anonymous',
    email,
    createdAt: createdAt.toISOString(),
    status: 'active',
    subscription: { status: 'none', plan: 'free', lastPaymentDate: null },
    unsubscriptions: [],
  };
}
