import * as events from '../../contract/events/events.ts';
import {
  codes,
  limits,
  orders,
  type Permission,
  priceIds,
  publish,
  recordMetrics,
  salesTax,
  settlement,
  users,
} from '../../lib/permissions.ts';

export const permissions: Permission[] = [
  ...settlement,
  users('PutItem'),
  orders('Query'),
  limits('UpdateItem'),
  codes('GetItem', 'UpdateItem'),
  priceIds,
  salesTax,
  publish(events.licenseIssued),
  recordMetrics('CheckoutsStarted'),
];
