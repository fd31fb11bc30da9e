import { noName, type User, unsubscribableGroups } from '../../../contract/records/user.ts';

/** The record of a new user, who gets no emails of a group until they choose some. Decision 010 says how it differs from the specification. */
export function newUser(userId: string, email: string, createdAt: Date): User {
  return {
    userId,
    displayName: noName,
    email,
    createdAt: createdAt.toISOString(),
    status: 'active',
    subscription: { status: 'none', plan: 'free', lastPaymentDate: null },
    unsubscriptions: [...unsubscribableGroups],
  };
}
