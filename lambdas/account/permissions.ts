import * as events from '../../contract/events/events.ts';
import {
  accountAdmin,
  audit,
  countVotes,
  feedback,
  hasPasskeys,
  limits,
  mailLog,
  type Permission,
  publish,
  queryOrders,
  referrals,
  requestLicense,
  users,
} from '../../lib/permissions.ts';

export const permissions: Permission[] = [
  users('GetItem', 'PutItem', 'UpdateItem'),
  queryOrders('byUser', 'byBuyer'),
  feedback('GetItem', 'Query'),
  countVotes,
  referrals('PutItem', 'Query'),
  limits('GetItem', 'UpdateItem'),
  audit('Query'),
  mailLog('Query'),
  accountAdmin('AdminGetUser'),
  hasPasskeys,
  requestLicense,
  publish(events.accountDeletionRequested),
  publish(events.securityChanged),
  publish(events.userChanged),
];
