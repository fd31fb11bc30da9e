import { events } from '../contract/events/events.ts';
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

/** The permissions for settling orders, which one operation and two consumers need. */
export const settlement: Grant[] = [
  orders('GetItem', 'PutItem', 'UpdateItem'),
  users('ConditionCheckItem', 'GetItem', 'UpdateItem'),
  referrals('GetItem', 'PutItem'),
  callStripe,
  userPoolId,
  syncPaidGroup,
  requestLicense,
  publish(events.licenseChanged),
  siteUrl,
  count('LicensesGranted', 'Refunds'),
];
