import { catalog, type OfferId } from '../../../../contract/rules/catalog.ts';
import { callApi } from '../../lib/call-api.ts';
import { leaveSite } from '../../lib/leave-site.ts';
import { loadWebSettings } from '../../lib/load-web-settings.ts';
import { currentReferralCode } from '../../lib/remembered-referral.ts';

/** Opens a checkout for the offer and goes to the payment provider's page. */
export async function startCheckout(offerId: OfferId, currency?: string): Promise<void> {
  const priceId = (await loadWebSettings()).priceIds[offerId];
  if (!priceId) throw new Error(`This stage has no price for ${offerId}.`);
  const referralCode = currentReferralCode();
  // A second attempt must have the same price.
  const kept = currency && currency !== catalog[offerId].currency ? `&currency=${currency}` : '';
  const { url } = await callApi('checkout', {
    priceId,
    ...(currency && { currency }),
    success_url: `${window.location.origin}/pricing?checkout=success&session={CHECKOUT_SESSION_ID}${kept}`,
    cancel_url: `${window.location.origin}/pricing?checkout=cancelled${kept}`,
    ...(referralCode && { referralCode }),
  });
  leaveSite(url);
}
