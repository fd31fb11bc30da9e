import * as events from '../../contract/events/events.ts';
import {
  feedback,
  limits,
  type Permission,
  problems,
  publish,
  recordMetrics,
  referrals,
  siteUrl,
} from '../../lib/permissions.ts';

export const permissions: Permission[] = [
  referrals('GetItem', 'UpdateItem'),
  feedback('PutItem'),
  limits('PutItem', 'UpdateItem'),
  problems('GetItem', 'PutItem', 'UpdateItem'),
  siteUrl,
  publish(events.contactSubmitted),
  publish(events.subscriptionRequested),
  recordMetrics('ContactMessagesRefused'),
];
