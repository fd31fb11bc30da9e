import * as events from '../../contract/events/events.ts';
import { feedback, limits, type Permission, publish, users } from '../../lib/permissions.ts';

export const permissions: Permission[] = [
  users('ConditionCheckItem', 'GetItem', 'PutItem'),
  feedback('GetItem', 'PutItem'),
  limits('UpdateItem'),
  publish(events.feedbackSubmitted),
];
