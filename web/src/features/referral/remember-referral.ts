import { callApi } from '../../lib/call-api.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { dayOf, isReferralCode, keepTouch } from '../../lib/referral-code.ts';
import { readStored, writeStored } from '../../lib/stored-text.ts';

/**
 * Keeps the code of a link that was followed, for a later registration and checkout, and has the visit counted: once for each code and
 * day, whatever tabs and pages it was followed in. What could not be counted waits for the next page, whether or not that is opened by a
 * link.
 * @param followed null when the page was opened without a code
 */
export async function rememberReferral(followed: string | null): Promise<void> {
  const day = dayOf(new Date());
  if (followed !== null && isReferralCode(followed)) {
    keepTouch({ code: followed, day });
    if (!readCounted(day).includes(followed)) keepWaiting([...new Set([...readWaiting(), followed])]);
  }
  for (const referralCode of readWaiting()) {
    try {
      await unlessAnotherTabDoes(referralCode, () => countWaiting(referralCode, day));
    } catch (cause) {
      logQuietly('The referral could not be counted', cause);
    }
  }
}

async function countWaiting(referralCode: string, day: string): Promise<void> {
  if (!readCounted(day).includes(referralCode)) {
    await callApi('referralImpression', { referralCode });
    writeStored('local', 'referralsCounted', [day, ...readCounted(day), referralCode].join(' '));
  }
  keepWaiting(readWaiting().filter((waiting) => waiting !== referralCode));
}

/**
 * Two tabs that are opened by the same link at once would both find it uncounted. The second does not wait for the first: what one tab
 * has stored reaches the others a moment later than the end of its lock. If the first fails, the next page tries again.
 */
async function unlessAnotherTabDoes(referralCode: string, act: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return act();
  await navigator.locks.request(`referral ${referralCode}`, { ifAvailable: true }, (lock) =>
    lock ? act() : undefined,
  );
}

/** The codes that were counted on that day. */
function readCounted(day: string): string[] {
  const [countedOn, ...codes] = readWords('referralsCounted');
  return countedOn === day ? codes : [];
}

function readWaiting(): string[] {
  return readWords('referralsToCount').filter(isReferralCode);
}

function keepWaiting(codes: string[]): void {
  writeStored('local', 'referralsToCount', codes.length > 0 ? codes.join(' ') : null);
}

function readWords(key: string): string[] {
  return readStored('local', key)?.split(' ') ?? [];
}
