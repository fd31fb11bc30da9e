import * as events from '../../contract/events/events.ts';
import { accountAdmin, limits, type Permission, publish, signedLinks, users } from '../../lib/permissions.ts';

export const permissions: Permission[] = [
  users('GetItem', 'PutItem', 'UpdateItem'),
  limits('UpdateItem'),
  accountAdmin('AdminDeleteUser', 'AdminGetUser'),
  signedLinks,
  publish(events.userChanged),
  publish(events.withdrawalSubmitted),
];
