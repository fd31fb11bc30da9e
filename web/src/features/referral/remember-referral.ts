import { callApi } from '../../lib/call-api.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { isReferralCode, storeReferralCode } from '../../lib/referral-code.ts';

/** Keeps the code for a later checkout, and counts that somebody came by it. */
export async function rememberReferral(referralCode: string): Promise<void> {
  if (!isReferralCode(referralCode)) return;
  storeReferralCode(referralCode);
  try {
    await callApi('referralImpression', { referralCode });
  } catch (cause) {
    logQuietly('The referral could not be counted', cause);
  }
}
