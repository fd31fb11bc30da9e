import type { User } from '../../../contract/records/user.ts';
import type { Licenses, StoredUser } from './user-store.ts';

/** The part of a stored user that its owner sees. */
export function publicUser({
  checkout: _checkout,
  licenses = {},
  referralCode: _referralCode,
  reportedSecurity: _reportedSecurity,
  factorReset: _factorReset,
  waitsFor: _waitsFor,
  waitsSince: _waitsSince,
  recoveryCodes,
  ...user
}: StoredUser): User {
  return {
    ...user,
    ...(areGifts(licenses) ? { subscription: { ...user.subscription, isGift: true } } : {}),
    ...(recoveryCodes ? { recoveryCodesLeft: recoveryCodes.hashes.length } : {}),
  };
}

/** The id of an order that did not come from the checkout says so. */
function areGifts(licenses: Licenses): boolean {
  const orderIds = Object.keys(licenses);
  return orderIds.length > 0 && orderIds.every((orderId) => orderId.startsWith('gift_'));
}
