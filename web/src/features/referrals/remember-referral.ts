import { callApi } from '../../lib/call-api.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { referralsToCount } from '../../lib/referrals-to-count.ts';
import { dayOf, isReferralCode, keepReferral } from '../../lib/remembered-referral.ts';
import { readStored, writeStored } from '../../lib/stored-text.ts';

const lockName = 'referrals';

/**
 * Keeps the code of a link that was followed, for a later registration and checkout, and has the visit counted: once for each code and
 * day, whatever tabs and pages it was followed in. What could not be counted waits for the next page, whether or not that is opened by a
 * link.
 * @param followed null when the page was opened without a code
 */
export async function rememberReferral(followed: string | null): Promise<void> {
  const day = dayOf(new Date());
  const code = followed !== null && isReferralCode(followed) ? followed : null;
  if (code) keepReferral(code, day);
  const note = () => {
    if (code && !readCounted(day).includes(code)) keepWaiting([...new Set([...readWaiting(), code])]);
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
    writeStored('local', 'referralsCounted', [day, ...readCounted(day), referralCode].join(' '));
  }
  keepWaiting(readWaiting().filter((waiting) => waiting !== referralCode));
}

/**
 * What waits and what is counted are written by one tab at a time, or one would undo what another has written. Two tabs that are opened by
 * the same link at once would also both find it uncounted, even one after the other: what one tab has stored reaches the others a moment
 * later than the end of its lock. So a tab that finds another at work counts nothing itself and leaves its code to the next page.
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
  const [countedOn, ...codes] = readWords('referralsCounted');
  return countedOn === day ? codes : [];
}

function readWaiting(): string[] {
  return readWords(referralsToCount).filter(isReferralCode);
}

function keepWaiting(codes: string[]): void {
  writeStored('local', referralsToCount, codes.length > 0 ? codes.join(' ') : null);
}

function readWords(key: string): string[] {
  return readStored('local', key)?.split(' ') ?? [];
}
