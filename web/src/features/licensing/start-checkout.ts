import { callApi } from '../../lib/call-api.ts';
import { leaveSite } from '../../lib/leave-site.ts';
import { storedReferralCode } from '../../lib/referral-code.ts';
import { loadWebSettings } from '../../lib/web-settings.ts';

/** Opens a checkout for the early-access license and goes to the payment provider's page. */
export async function startCheckout(): Promise<void> {
  const { earlyAccessPriceId } = await loadWebSettings();
  const referralCode = storedReferralCode();
  const { url } = await callApi('checkout', {
    priceId: earlyAccessPriceId,
    success_url: `${window.location.origin}/pricing?checkout=success`,
    cancel_url: `${window.location.origin}/pricing?checkout=cancelled`,
    ...(referralCode && { referralCode }),
  });
  leaveSite(url);
}
