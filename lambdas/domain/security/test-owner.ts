import { randomUUID } from 'node:crypto';
import { newUser } from '../users/new-user.ts';
import type { UserStore } from '../users/user-store.ts';
import type { ResettableAccount } from './advance-reset.ts';

/** Stores a new user whose account has an authenticator app. */
export async function createOwner(users: Pick<UserStore, 'create'>, now: Date): Promise<ResettableAccount> {
  const userId = randomUUID();
  const email = `${userId}@example.test`;
  await users.create(newUser(userId, email, now));
  return { userId, email, hasApp: true };
}
