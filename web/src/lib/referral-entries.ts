import { hasPrivacySignal } from './has-privacy-signal.ts';
import { readStored } from './stored-text.ts';

/** The storage keys of everything that a referral link leaves in a browser. */
export const referralEntries = {
  code: 'referralCode',
  day: 'referralDay',
  counted: 'referralsCounted',
  toCount: 'referralsToCount',
} as const;

/**
 * Whether visits wait to be counted, or entries must be removed because of a privacy signal. Every
 * page calls this, so it is separate from the code that does the work.
 */
export function hasReferralWork(): boolean {
  const isStored = (key: string) => readStored('local', key) !== null;
  return (
    isStored(referralEntries.toCount) || (hasPrivacySignal() && Object.values(referralEntries).some(isStored))
  );
}
