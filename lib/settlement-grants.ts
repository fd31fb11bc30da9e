import * as events from '../contract/events/events.ts';
import {
  callStripe,
  count,
  type Grant,
  orders,
  publish,
  referrals,
  requestLicense,
  siteUrl,
  syncPaidGroup,
  userPoolId,
  users,
} from './grants.ts';

/** The permissions for giving and revoking licenses without a payment. */
export const giftGiving: Grant[] = [
  orders('GetItem', 'PutItem', 'UpdateItem'),
  users('GetItem', 'UpdateItem'),
  syncPaidGroup,
  requestLicense,
  publish(events.licenseChanged),
  publish(events.userChanged),
];

/** The permissions for settling orders with Stripe. */
export const settlement: Grant[] = [
  orders('GetItem', 'PutItem', 'UpdateItem'),
  users('ConditionCheckItem', 'GetItem', 'UpdateItem'),
  referrals('GetItem', 'PutItem'),
  callStripe,
  userPoolId,
  syncPaidGroup,
  requestLicense,
  publish(events.licenseChanged),
  publish(events.userChanged),
  siteUrl,
  count('LicensesGranted', 'Refunds'),
];
