import * as events from '../../contract/events/events.ts';
import {
  accountAdmin,
  limits,
  mailings,
  mailLog,
  type Permission,
  publish,
  signedLinks,
  subscribers,
  users,
} from '../../lib/permissions.ts';

export const permissions: Permission[] = [
  users('GetItem', 'PutItem', 'UpdateItem'),
  limits('UpdateItem'),
  subscribers('GetItem', 'PutItem'),
  mailLog('Query', 'DeleteItem'),
  mailings('UpdateItem'),
  accountAdmin('AdminDeleteUser', 'AdminGetUser'),
  signedLinks,
  publish(events.userChanged),
  publish(events.withdrawalSubmitted),
];
