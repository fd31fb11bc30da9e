import { events } from '../contract/events/events.ts';
import type { DeskOperationName } from '../contract/operations/desk-routes.ts';
import {
  accountAdmin,
  audit,
  callStripe,
  codes,
  count,
  feedback,
  type Grant,
  hasPasskeys,
  mailLog,
  orders,
  priceIds,
  publish,
  referrals,
  users,
  verifyTokens,
} from './grants.ts';
import { giftGiving, settlement } from './settlement-grants.ts';

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
    mailLog('Query'),
  ],
  deskAudit: [hasPasskeys, audit('Query')],
  deskNote: [hasPasskeys, audit('PutItem')],
  deskMailLicense: [hasPasskeys, orders('GetItem'), audit('PutItem'), publish(events.licenseIssued)],
  deskSettle: [hasPasskeys, audit('PutItem'), ...settlement],
  deskRefund: [hasPasskeys, audit('PutItem'), ...settlement],
  deskGift: [hasPasskeys, audit('PutItem'), priceIds, count('LicensesGranted'), ...giftGiving],
  deskRevoke: [hasPasskeys, audit('PutItem'), ...giftGiving],
  deskOrders: [hasPasskeys, orders('Query')],
  deskOrderReport: [hasPasskeys, orders('Query')],
  deskCodes: [hasPasskeys, codes('Query')],
  deskRedemptions: [hasPasskeys, codes('Query'), orders('GetItem')],
  deskCreateCodes: [hasPasskeys, audit('PutItem'), codes('BatchWriteItem', 'PutItem', 'UpdateItem')],
  deskRevokeCodes: [hasPasskeys, audit('PutItem'), codes('GetItem', 'UpdateItem')],
  deskFeedback: [hasPasskeys, feedback('Query')],
  deskAnswerFeedback: [
    hasPasskeys,
    feedback('GetItem', 'UpdateItem'),
    audit('PutItem'),
    publish(events.feedbackAnswered),
  ],
  deskCloseFeedback: [hasPasskeys, feedback('GetItem', 'UpdateItem'), audit('PutItem')],
  deskSignOut: [hasPasskeys, audit('PutItem'), accountAdmin('AdminGetUser', 'AdminUserGlobalSignOut')],
  deskResendConfirmation: [
    hasPasskeys,
    audit('PutItem'),
    accountAdmin('AdminGetUser', 'AdminUpdateUserAttributes'),
    // The client of the website, for which Cognito sends the code.
    verifyTokens,
  ],
  deskTurnOffFactor: [
    hasPasskeys,
    audit('PutItem'),
    accountAdmin('AdminGetUser', 'AdminSetUserMFAPreference', 'AdminUserGlobalSignOut'),
    users('GetItem', 'PutItem', 'UpdateItem'),
    publish(events.securityChanged),
  ],
  deskDeleteAccount: [
    hasPasskeys,
    audit('PutItem'),
    accountAdmin('AdminGetUser', 'AdminListGroupsForUser'),
    publish(events.accountDeletionRequested),
  ],
};
