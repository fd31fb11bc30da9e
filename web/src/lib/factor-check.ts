import { readStored, writeStored } from './stored-text.ts';

const storageKey = 'factorCheck';

/**
 * Call it after a reset of the password and after a recovery. Somebody else may have added a passkey
 * or an authenticator app before, so this browser asks about them after the next sign-in.
 */
export function requestFactorCheck(email: string): void {
  writeStored('local', storageKey, email.toLowerCase());
}

export function isFactorCheckDue(email = ''): boolean {
  return readStored('local', storageKey) === email.toLowerCase();
}

export function endFactorCheck(): void {
  writeStored('local', storageKey, null);
}
