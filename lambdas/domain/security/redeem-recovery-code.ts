import { interruptedRecoveryMinutes } from '../../../contract/rules/recovery-codes.ts';
import type { RecoveryCodes, StoredUser, UserStore } from '../users/user-store.ts';
import { findRecoveryCode } from './recovery-code-hashes.ts';
import type { SecurityStore } from './security-store.ts';

/** A user who has recovery codes. */
type CodeHolder = StoredUser & { recoveryCodes: RecoveryCodes };

const hasCodes = (user: StoredUser | undefined): user is CodeHolder => user?.recoveryCodes !== undefined;

/**
 * Uses up a recovery code. The code that is in use may continue a recovery that was interrupted.
 * @param user undefined if the password is wrong, which takes the same time
 * @returns the record after the change; undefined if the code is wrong or was used before
 */
export async function redeemRecoveryCode(
  { users, security }: { users: Pick<UserStore, 'find'>; security: Pick<SecurityStore, 'redeemCode'> },
  user: StoredUser | undefined,
  typed: string,
  now: Date,
): Promise<CodeHolder | undefined> {
  const hash = findRecoveryCode(typed, user?.recoveryCodes);
  if (!hasCodes(user) || hash === undefined) return undefined;
  const { userId, recoveryCodes } = user;
  if (!recoveryCodes.hashes.includes(hash)) return isInUse(user, hash, now) ? user : undefined;
  const changed = await security.redeemCode(userId, recoveryCodes, hash, now);
  if (hasCodes(changed)) return changed;
  // Another request has used a code, or the SDK repeated a write whose response was lost.
  const current = await users.find(userId);
  return hasCodes(current) && isInUse(current, hash, now) ? current : undefined;
}

function isInUse({ recoveryCodes: { inUse } }: CodeHolder, hash: string, now: Date): boolean {
  if (inUse?.hash !== hash) return false;
  return now.getTime() - new Date(inUse.at).getTime() < interruptedRecoveryMinutes * 60 * 1000;
}
