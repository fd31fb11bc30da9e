import type { User } from '../../../contract/records/user.ts';
import type { StoredUser } from './user-store.ts';

/** The part of a stored user that its owner sees. */
export function publicUser({
  checkout: _checkout,
  licenses: _licenses,
  referralCode: _referralCode,
  reportedSecurity: _reportedSecurity,
  factorReset: _factorReset,
  waitsFor: _waitsFor,
  waitsSince: _waitsSince,
  recoveryCodes,
  ...user
}: StoredUser): User {
  return recoveryCodes ? { ...user, recoveryCodesLeft: recoveryCodes.hashes.length } : user;
}
