import { events } from '../contract/events/events.ts';
import {
  callStripe,
  count,
  type Grant,
  orders,
  publish,
  referrals,
  siteUrl,
  syncPaidGroup,
  userPoolId,
  users,
} from './grants.ts';

/** What a function needs to settle an order: an operation and two consumers do. */
export const settlement: Grant[] = [
  orders('GetItem', 'PutItem', 'UpdateItem'),
  users('ConditionCheckItem', 'GetItem', 'UpdateItem'),
  referrals('GetItem', 'PutItem'),
  callStripe,
  userPoolId,
  syncPaidGroup,
  publish(events.licenseChanged),
  siteUrl,
  count('LicensesGranted', 'Refunds'),
];
