import * as events from '../../contract/events/events.ts';
import {
  audit,
  codes,
  limits,
  type Permission,
  priceIds,
  publish,
  queryOrders,
  recordMetrics,
  salesTax,
  settlement,
  signedLinks,
  users,
} from '../../lib/permissions.ts';

export const permissions: Permission[] = [
  ...settlement,
  users('PutItem'),
  queryOrders('byUser', 'byBuyer'),
  limits('DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'),
  codes('GetItem', 'UpdateItem'),
  audit('PutItem'),
  priceIds,
  salesTax,
  signedLinks,
  publish(events.licenseIssued),
  publish(events.passOnRequested),
  recordMetrics('CheckoutsStarted'),
];
