import { ApiError } from '../../lib/api-error.ts';

const firstWaitMs = 500;
const longestWaitMs = 3_000;
const waitGrowth = 1.5;
const defaultPatienceMs = 60_000;

interface LicenseSources {
  /** Whether the user's record says that the license is active. */
  isLicenseActive: () => Promise<boolean>;
  /** Renews the tokens; whether they say so too. They follow the record by a moment. */
  refreshGroups: () => Promise<boolean>;
}

/**
 * Asks, less and less often, until the license that a checkout has paid for has arrived.
 * Gives `late` after a minute, unless it is given less. Throws `ApiError` `unauthenticated` if the sign-in has ended, and the signal's reason
 * when it is aborted; other failures are those of a moment, and it asks on.
 */
export async function waitForLicense(
  { isLicenseActive, refreshGroups }: LicenseSources,
  signal: AbortSignal,
  patienceMs = defaultPatienceMs,
): Promise<'arrived' | 'late'> {
  const deadlineMs = Date.now() + patienceMs;
  let waitMs = firstWaitMs;
  let isActive = false;

  while (Date.now() < deadlineMs) {
    signal.throwIfAborted();
    try {
      isActive ||= await isLicenseActive();
      if (isActive && (await refreshGroups())) return 'arrived';
    } catch (error) {
      if (error instanceof ApiError && error.code === 'unauthenticated') throw error;
    }
    await pause(waitMs, signal);
    waitMs = Math.min(waitMs * waitGrowth, longestWaitMs);
  }
  return 'late';
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}
