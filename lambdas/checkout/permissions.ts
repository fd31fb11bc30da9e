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
  users,
} from '../../lib/permissions.ts';

export const permissions: Permission[] = [
  ...settlement,
  users('PutItem'),
  queryOrders('byUser'),
  limits('UpdateItem'),
  codes('GetItem', 'UpdateItem'),
  audit('PutItem'),
  priceIds,
  salesTax,
  publish(events.licenseIssued),
  recordMetrics('CheckoutsStarted'),
];
