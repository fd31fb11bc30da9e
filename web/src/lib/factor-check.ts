import { factorCheckDays, secondsPerDay } from '../../../contract/rules/retention.ts';
import type { ApiError } from './api-error.ts';
import { readStored, writeStored } from './stored-text.ts';

const storageKey = 'factorCheck';

/**
 * Runs a reset of the password or a recovery. Somebody else may have added a passkey or an
 * authenticator app before, so this browser asks about them after the next sign-in, even if the
 * response is lost.
 */
export async function withFactorCheck(email: string, change: () => Promise<void>): Promise<void> {
  const before = readStored('local', storageKey);
  requestFactorCheck(email);
  try {
    await change();
  } catch (error) {
    if (isRefusal(error)) writeStored('local', storageKey, before);
    throw error;
  }
}

export function requestFactorCheck(email: string): void {
  const endsAtMs = Date.now() + factorCheckDays * secondsPerDay * 1000;
  writeStored('local', storageKey, `${endsAtMs} ${email.toLowerCase()}`);
}

export const isFactorCheckDue = (email = ''): boolean => requestedFor() === email.toLowerCase();

export function endFactorCheck(): void {
  writeStored('local', storageKey, null);
}

/** The address of the account to ask about. An old request is removed. */
function requestedFor(): string | undefined {
  const [endsAtMs, email] = (readStored('local', storageKey) ?? '').split(' ');
  if (Number(endsAtMs) >= Date.now()) return email;
  endFactorCheck();
}

/** Codes of our API, and names of Cognito's errors. */
const refusals = /-(argument|denied|exhausted)$|(?<!Error|Lambda\w*)Exception$/;

/** True if certainly nothing was changed, unlike after a lost connection or an internal error. */
function isRefusal(error: unknown): boolean {
  const { code, name = '' } = error as Partial<ApiError>;
  return refusals.test(code ?? name);
}
