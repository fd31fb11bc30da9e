import * as events from '../../contract/events/events.ts';
import { limits, type Permission, publish, recordMetrics, referrals } from '../../lib/permissions.ts';

export const permissions: Permission[] = [
  referrals('GetItem', 'UpdateItem'),
  limits('UpdateItem'),
  publish(events.contactSubmitted),
  recordMetrics('ContactMessagesRefused'),
];
