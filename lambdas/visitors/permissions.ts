import * as events from '../../contract/events/events.ts';
import { count, limits, type Permission, publish, referrals } from '../../lib/permissions.ts';

export const permissions: Permission[] = [
  referrals('GetItem', 'UpdateItem'),
  limits('UpdateItem'),
  publish(events.contactSubmitted),
  count('LettersRefused'),
];
