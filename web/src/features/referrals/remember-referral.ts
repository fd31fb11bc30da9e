import { callApi } from '../../lib/call-api.ts';
import { hasPrivacySignal } from '../../lib/has-privacy-signal.ts';
import { loadWebSettings } from '../../lib/load-web-settings.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { referralEntries } from '../../lib/referral-entries.ts';
import {
  currentReferralCode,
  dayOf,
  forgetReferral,
  holdReferral,
  keepReferral,
  readReferralCode,
  storedReferralCode,
} from '../../lib/remembered-referral.ts';
import { readStored, writeStored } from '../../lib/stored-text.ts';

const lockName = 'referrals';

/**
 * Keeps the code of a followed link for a later registration and checkout, and counts the visit.
 * With a privacy signal, the code stays in memory, and no visit is counted.
 * @param followed null when the page was opened without a code
 */
export async function rememberReferral(followed: string | null): Promise<void> {
  const code = readReferralCode(followed);
  if (hasPrivacySignal()) {
    forgetReferral();
    if (code) holdReferral(code);
    return;
  }
  if (code && !(await mayKeep(code))) return;
  const day = dayOf(new Date());
  if (code) keepReferral(code, day);
  await countVisits(code, day);
}

/**
 * Holds the code in memory until it is known whether the device may keep it. A stage can require
 * that the visitor agrees first, once for each code.
 */
async function mayKeep(code: string): Promise<boolean> {
  const isKept = storedReferralCode() === code;
  holdReferral(code);
  const { referralStorage } = await loadWebSettings();
  if (referralStorage === 'ask' && !isKept) {
    const { askToRemember } = await import('./referral-question.tsx');
    if (!(await askToRemember())) forgetReferral();
  }
  // The visitor can also remove it on the pricing page.
  return currentReferralCode() === code;
}

/**
 * Counts the visit: once for each code and day, in all tabs and pages. A visit that could not be
 * counted waits for the next page, even if no referral link opens it.
 */
async function countVisits(code: string | null, day: string): Promise<void> {
  const note = () => {
    // While this tab waited for another one, the visitor may have chosen "Forget" there.
    if (code && storedReferralCode() !== undefined && !readCounted(day).includes(code))
      keepWaiting([...new Set([...readWaiting(), code])]);
  };
  await oneTabAtATime(async () => {
    note();
    for (const referralCode of readWaiting()) {
      try {
        await countWaiting(referralCode, day);
      } catch (cause) {
        logQuietly('The referral could not be counted', cause);
      }
    }
  }, note);
}

async function countWaiting(referralCode: string, day: string): Promise<void> {
  if (!readCounted(day).includes(referralCode)) {
    await callApi('referralImpression', { referralCode });
    // The visitor may have chosen "Forget" during the request.
    if (!readWaiting().includes(referralCode)) return;
    writeStored('local', referralEntries.counted, [day, ...readCounted(day), referralCode].join(' '));
  }
  keepWaiting(readWaiting().filter((waiting) => waiting !== referralCode));
}

/**
 * Only one tab at a time writes the waiting and the counted codes, so that tabs do not overwrite each
 * other. Stored values reach other tabs a moment after the lock is released, so two tabs that open the
 * same link at once could both find it uncounted. A tab that finds the lock taken therefore counts
 * nothing and leaves its code to the next page.
 */
async function oneTabAtATime(act: () => Promise<void>, leaveToNextPage: () => void): Promise<void> {
  if (!navigator.locks) return act();
  const isFirst = await navigator.locks.request(lockName, { ifAvailable: true }, async (lock) => {
    if (lock) await act();
    return lock !== null;
  });
  if (!isFirst) await navigator.locks.request(lockName, leaveToNextPage);
}

/** The codes that were counted on that day. */
function readCounted(day: string): string[] {
  const [countedOn, ...codes] = readWords(referralEntries.counted);
  return countedOn === day ? codes : [];
}

function readWaiting(): string[] {
  return readWords(referralEntries.toCount).flatMap((word) => readReferralCode(word) ?? []);
}

function keepWaiting(codes: string[]): void {
  writeStored('local', referralEntries.toCount, codes.length > 0 ? codes.join(' ') : null);
}

function readWords(key: string): string[] {
  return readStored('local', key)?.split(' ') ?? [];
}
