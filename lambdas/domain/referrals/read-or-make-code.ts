import { orSignInAgain } from '../users/read-account.ts';
import type { StoredUser, UserStore } from '../users/user-store.ts';
import type { ReferralStore } from './referral-store.ts';

interface Dependencies {
  users: Pick<UserStore, 'find' | 'takeReferralCode'>;
  referrals: Pick<ReferralStore, 'claim'>;
  newCode: () => string;
}

/** There are hundreds of thousands of millions of codes: to meet one that is taken twice in a row is no accident. */
const maxAttempts = 4;

/**
 * The code by which a user recommends us, made when they first ask. Of two calls at once, one makes it.
 * @throws AppError `unauthenticated` when the user is gone
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
    // The code is taken, or another call was faster, or the user is gone.
    existing = orSignInAgain(await users.find(userId)).referralCode;
  }
  return existing;
}
