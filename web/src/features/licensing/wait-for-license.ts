import { ApiError } from '../../lib/api-error.ts';

const firstWaitMs = 500;
const longestWaitMs = 3_000;
const waitGrowth = 1.5;
const defaultPatienceMs = 60_000;

interface LicenseSources {
  /** Whether the user's record says that the license is active. */
  isLicenseActive: () => Promise<boolean>;
  /**
   * Renews the tokens. True if they include the license, which may be a moment later than the record.
   */
  refreshGroups: () => Promise<boolean>;
}

/**
 * Polls, with growing intervals, until the license of a checkout has arrived. Returns `late` after
 * a minute, or after the given time. Throws `ApiError` `unauthenticated` if the sign-in has ended,
 * and the signal's reason when it is aborted; other failures are temporary, and it continues.
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
