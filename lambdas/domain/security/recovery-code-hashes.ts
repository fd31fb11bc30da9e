import { scryptSync, timingSafeEqual } from 'node:crypto';
import { interruptedRecoveryMinutes, recoveryCodeCount } from '../../../contract/rules/recovery-codes.ts';
import { tidyCode } from '../../../contract/rules/typed-code.ts';
import { randomText } from '../../platform/random-text.ts';
import type { RecoveryCodes, StoredUser, UserStore } from '../users/user-store.ts';
import type { SecurityStore } from './security-store.ts';

/** Crockford's alphabet, which has no letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Three groups of four characters have 60 bits. */
const groupCount = 3;
const groupLength = 4;

/** 130 bits. */
const idLength = 26;

const keyBytes = 32;

/**
 * Uses 16 MiB and about 50 ms of a whole core; a function has about a third of one. Codes are random,
 * so a slower hash is not needed.
 */
const cost = { N: 16_384, r: 8, p: 1 };

/**
 * Creates a set of codes.
 * @returns the codes, such as `7K3M-Q0XT-9WBD`, and the hashes to store
 */
export function createRecoveryCodes(now: Date): { codes: string[]; stored: RecoveryCodes } {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    Array.from({ length: groupCount }, () => randomText(alphabet, groupLength)).join('-'),
  );
  const id = randomText(alphabet, idLength);
  const hashes = codes.map((code) => hashOf(code, id).toString('base64url'));
  return { codes, stored: { id, hashes, createdAt: now.toISOString() } };
}

/**
 * Finds a code as a person typed it: in lowercase, without dashes, or with letters that look like
 * digits. Takes the same time without stored codes, so that the time does not reveal whether there are
 * any.
 * @returns the hash of the code, which may be the one in use; undefined if it is none of them
 */
export function findRecoveryCode(typed: string, stored: RecoveryCodes | undefined): string | undefined {
  const hash = hashOf(typed, stored?.id ?? '');
  const known = [...(stored?.hashes ?? []), ...(stored?.inUse ? [stored.inUse.hash] : [])];
  return known.find((one) => timingSafeEqual(Buffer.from(one, 'base64url'), hash));
}

function hashOf(code: string, id: string): Buffer {
  const characters = tidyCode(code).replace(/O/g, '0').replace(/[IL]/g, '1');
  return scryptSync(characters, id, keyBytes, cost);
}

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
