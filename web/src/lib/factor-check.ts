import { signInDays } from '../../../contract/rules/retention.ts';
import { readStored, writeStored } from './stored-text.ts';

const storageKey = 'factorCheck';

const keptMs = signInDays * 24 * 60 * 60 * 1000;

/**
 * Call it before a reset of the password and before a recovery: the answer may not arrive. Somebody
 * else may have added a passkey or an authenticator app, so this browser asks about them after the
 * next sign-in.
 */
export function requestFactorCheck(email: string): void {
  writeStored('local', storageKey, `${Date.now() + keptMs} ${email.toLowerCase()}`);
}

export function isFactorCheckDue(email = ''): boolean {
  const [endsAtMs, owner] = readStored('local', storageKey)?.split(' ') ?? [];
  if (Number(endsAtMs) < Date.now()) endFactorCheck();
  return Number(endsAtMs) >= Date.now() && owner === email.toLowerCase();
}

export function endFactorCheck(): void {
  writeStored('local', storageKey, null);
}
