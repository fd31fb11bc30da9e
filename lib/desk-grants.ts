import { events } from '../contract/events/events.ts';
import type { DeskOperationName } from '../contract/operations/desk-routes.ts';
import {
  accountAdmin,
  audit,
  callStripe,
  feedback,
  type Grant,
  hasPasskeys,
  orders,
  publish,
  referrals,
  users,
} from './grants.ts';
import { settlement } from './settlement-grants.ts';

/** The permissions of the desk's functions. Each checks the caller's second factor or passkey. */
export const deskGrants: Record<DeskOperationName, Grant[]> = {
  deskFind: [
    hasPasskeys,
    accountAdmin('AdminGetUser', 'ListUsers'),
    orders('GetItem'),
    referrals('GetItem'),
    callStripe,
  ],
  deskPerson: [
    hasPasskeys,
    accountAdmin('AdminGetUser', 'AdminListGroupsForUser'),
    users('GetItem'),
    orders('Query'),
    feedback('Query'),
    referrals('Query'),
    audit('Query'),
  ],
  deskAudit: [hasPasskeys, audit('Query')],
  deskNote: [hasPasskeys, audit('PutItem')],
  deskMailLicense: [hasPasskeys, orders('GetItem'), audit('PutItem'), publish(events.licenseIssued)],
  deskSettle: [hasPasskeys, audit('PutItem'), ...settlement],
  deskSignOut: [hasPasskeys, audit('PutItem'), accountAdmin('AdminGetUser', 'AdminUserGlobalSignOut')],
};
