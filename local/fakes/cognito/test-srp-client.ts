import { randomBytes } from 'node:crypto';
import {
  deriveKey,
  hash,
  multiplier,
  numberOf,
  pad,
  passwordSecret,
  powerOf,
  powerOfGenerator,
  prime,
  srpIdentity,
  srpSignature,
} from './srp.ts';

/** Starts the client side of SRP-6a, in a test or a program. */
export function beginProof(): { secret: bigint; SRP_A: string } {
  const secret = numberOf(randomBytes(32).toString('hex'));
  return { secret, SRP_A: powerOfGenerator(secret).toString(16) };
}

/** Returns the `ChallengeResponses` for RespondToAuthChallenge. */
export function proveKnowledge(
  poolId: string,
  challenge: Record<string, string>,
  secret: bigint,
  password: string,
): Record<string, string> {
  const { SALT = '', SECRET_BLOCK = '', SRP_B = '', USER_ID_FOR_SRP = '' } = challenge;
  const identity = srpIdentity(poolId, USER_ID_FOR_SRP);
  const passwordNumber = passwordSecret(identity, password, SALT);
  const scrambler = numberOf(hash(pad(powerOfGenerator(secret)) + pad(numberOf(SRP_B))));
  const verifier = powerOfGenerator(passwordNumber);
  const base = (((numberOf(SRP_B) - multiplier * verifier) % prime) + prime) % prime;
  const key = deriveKey(powerOf(base, secret + scrambler * passwordNumber), scrambler);
  const TIMESTAMP = formatTimestamp(new Date());
  return {
    USERNAME: USER_ID_FOR_SRP,
    PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
    TIMESTAMP,
    PASSWORD_CLAIM_SIGNATURE: srpSignature(key, identity, SECRET_BLOCK, TIMESTAMP).toString('base64'),
  };
}

/** The only form that Cognito accepts: `EEE MMM d HH:mm:ss z yyyy` in UTC, such as `Thu Nov 5 09:07:03 UTC 2026`. */
function formatTimestamp(date: Date): string {
  const [weekday = '', day, month, year, time] = date.toUTCString().split(' ');
  return `${weekday.slice(0, 3)} ${month} ${Number(day)} ${time} UTC ${year}`;
}
