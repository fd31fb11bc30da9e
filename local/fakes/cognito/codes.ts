import { randomInt } from 'node:crypto';
import type { Account, CodePurpose } from './account.ts';
import { CognitoError, codeExpired, codeMismatch } from './cognito-error.ts';
import type { UserPool } from './user-pool.ts';

const hourMs = 60 * 60 * 1000;

/** https://docs.aws.amazon.com/cognito/latest/developerguide/limits.html#limits-hard */
const lifetimeMs: Record<CodePurpose, number> = {
  signUp: 24 * hourMs,
  forgotPassword: hourMs,
  email: 24 * hourMs,
};

/** Per code. AWS counts attempts over time. */
const maximumWrongAttempts = 5;

/** Returns the account with a new code, which replaces the previous one. The caller saves it. */
export function withNewCode(account: Account, purpose: CodePurpose): { account: Account; code: string } {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const record = { value: code, expiresAtMs: Date.now() + lifetimeMs[purpose], wrongAttempts: 0 };
  return { account: { ...account, codes: { ...account.codes, [purpose]: record } }, code };
}

/**
 * Returns the account without the code. Counts a wrong attempt.
 * @throws CognitoError
 */
export function redeemCode(pool: UserPool, account: Account, purpose: CodePurpose, given: string): Account {
  const code = account.codes[purpose];
  if (!code || code.expiresAtMs <= Date.now()) throw codeExpired();
  if (code.wrongAttempts >= maximumWrongAttempts) {
    throw new CognitoError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
  }
  if (code.value !== given) {
    const counted = { ...code, wrongAttempts: code.wrongAttempts + 1 };
    pool.save({ ...account, codes: { ...account.codes, [purpose]: counted } });
    throw codeMismatch();
  }
  return { ...account, codes: { ...account.codes, [purpose]: undefined } };
}

/** Describes where a code was sent. Unknown addresses get the same response, to hide that they are unknown. */
export function codeDeliveryDetails(email: string) {
  return { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: maskEmail(email) };
}

function maskEmail(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  return `${name.charAt(0)}***@${domain.charAt(0)}***`;
}
