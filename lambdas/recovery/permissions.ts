import * as events from '../../contract/events/events.ts';
import {
  accountAdmin,
  checkPassword,
  hasPasskeys,
  limits,
  type Permission,
  publish,
  users,
} from '../../lib/permissions.ts';

export const permissions: Permission[] = [
  users('GetItem', 'UpdateItem'),
  limits('UpdateItem'),
  accountAdmin('AdminRemoveUserFromGroup', 'AdminSetUserMFAPreference', 'AdminUserGlobalSignOut'),
  checkPassword,
  hasPasskeys,
  publish(events.securityChanged),
  publish(events.userChanged),
];
