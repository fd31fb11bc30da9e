import * as events from '../../contract/events/events.ts';
import {
  feedback,
  limits,
  type Permission,
  publish,
  recordMetrics,
  referrals,
} from '../../lib/permissions.ts';

export const permissions: Permission[] = [
  referrals('GetItem', 'UpdateItem'),
  feedback('PutItem'),
  limits('UpdateItem'),
  publish(events.contactSubmitted),
  recordMetrics('ContactMessagesRefused'),
];
