import type { User } from '../../../contract/records/user.ts';
import type { StoredUser } from './user-store.ts';

/** What of a stored user its owner gets to see. */
export function publicUser({
  checkout: _checkout,
  licenses: _licenses,
  referralCode: _referralCode,
  ...user
}: StoredUser): User {
  return user;
}
