import { orSignInAgain } from '../users/read-account.ts';
import type { StoredUser, UserStore } from '../users/user-store.ts';
import type { ReferralStore } from './referral-store.ts';

interface Dependencies {
  users: Pick<UserStore, 'find' | 'takeReferralCode'>;
  referrals: Pick<ReferralStore, 'claim'>;
  newCode: () => string;
}

/** There are hundreds of billions of codes, so two taken codes in a row mean a bug. */
const maxAttempts = 4;

/**
 * A user's own referral code, created at the first request. Two calls at once create one code.
 * @throws AppError `unauthenticated` when the user was deleted
 */
export async function readOrMakeCode(
  { users, referrals, newCode }: Dependencies,
  { userId, referralCode }: Pick<StoredUser, 'userId' | 'referralCode'>,
): Promise<string> {
  let existing = referralCode;
  for (let attempt = 1; existing === undefined; attempt++) {
    if (attempt > maxAttempts) throw new Error('No referral code is free.');
    const code = newCode();
    if (await referrals.claim(code, userId, users.takeReferralCode(userId, code))) return code;
    // The code is taken, another call was faster, or the user was deleted.
    existing = orSignInAgain(await users.find(userId)).referralCode;
  }
  return existing;
}
