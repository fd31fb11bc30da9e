import { events } from '../contract/events/events.ts';
import type { DeskOperationName } from '../contract/operations/desk-routes.ts';
import {
  accountAdmin,
  articles,
  audit,
  callStripe,
  changeReleases,
  codes,
  count,
  downloads,
  feedback,
  type Grant,
  hasPasskeys,
  mailLog,
  orders,
  priceIds,
  publish,
  readBlogRecord,
  readBuilds,
  readMetrics,
  referrals,
  users,
  verifyTokens,
} from './grants.ts';
import { giftGiving, settlement } from './settlement-grants.ts';

/** Everything about a person except the audit. */
const readPerson: Grant[] = [
  accountAdmin('AdminGetUser', 'AdminListGroupsForUser'),
  users('GetItem'),
  orders('Query'),
  feedback('Query'),
  referrals('Query'),
  mailLog('Query'),
];

/** The permissions of the desk's functions. Each checks the caller's second factor or passkey. */
export const deskGrants: Record<DeskOperationName, Grant[]> = {
  deskFind: [
    hasPasskeys,
    accountAdmin('AdminGetUser', 'ListUsers'),
    orders('GetItem'),
    referrals('GetItem'),
    callStripe,
  ],
  deskPerson: [hasPasskeys, ...readPerson, audit('Query')],
  deskAudit: [hasPasskeys, audit('Query')],
  deskOverview: [hasPasskeys, readMetrics],
  deskNote: [hasPasskeys, audit('GetItem', 'PutItem')],
  deskMailLicense: [
    hasPasskeys,
    orders('GetItem'),
    audit('GetItem', 'PutItem'),
    publish(events.licenseIssued),
  ],
  deskSettle: [hasPasskeys, audit('GetItem', 'PutItem'), ...settlement],
  deskRefund: [hasPasskeys, audit('PutItem'), ...settlement],
  deskGift: [hasPasskeys, audit('PutItem'), priceIds, count('LicensesGranted'), ...giftGiving],
  deskRevoke: [hasPasskeys, audit('PutItem'), ...giftGiving],
  deskOrders: [hasPasskeys, orders('Query')],
  deskOrderReport: [hasPasskeys, orders('Query')],
  deskCodes: [hasPasskeys, codes('Query')],
  deskRedemptions: [hasPasskeys, codes('Query'), orders('GetItem')],
  deskCreateCodes: [hasPasskeys, audit('PutItem'), codes('BatchWriteItem', 'PutItem', 'UpdateItem')],
  deskRevokeCodes: [hasPasskeys, audit('GetItem', 'PutItem'), codes('GetItem', 'UpdateItem')],
  deskFeedback: [hasPasskeys, feedback('Query')],
  deskAnswerFeedback: [
    hasPasskeys,
    feedback('GetItem', 'UpdateItem'),
    audit('PutItem'),
    publish(events.feedbackAnswered),
  ],
  deskCloseFeedback: [hasPasskeys, feedback('GetItem', 'UpdateItem'), audit('PutItem')],
  deskArticles: [hasPasskeys, articles('Query'), readBlogRecord],
  deskPreviewArticle: [hasPasskeys, articles('GetItem')],
  deskStoreArticle: [
    hasPasskeys,
    articles('GetItem', 'PutItem'),
    audit('GetItem', 'PutItem'),
    publish(events.articleChanged),
  ],
  deskUnpublishArticle: [
    hasPasskeys,
    articles('GetItem', 'PutItem'),
    audit('GetItem', 'PutItem'),
    publish(events.articleChanged),
  ],
  deskReleases: [hasPasskeys, readBuilds, downloads('Query')],
  deskPromoteRelease: [hasPasskeys, audit('GetItem', 'PutItem'), changeReleases],
  deskYankRelease: [hasPasskeys, audit('GetItem', 'PutItem'), changeReleases],
  deskSignOut: [
    hasPasskeys,
    audit('GetItem', 'PutItem'),
    accountAdmin('AdminGetUser', 'AdminUserGlobalSignOut'),
  ],
  deskResendConfirmation: [
    hasPasskeys,
    audit('GetItem', 'PutItem'),
    accountAdmin('AdminGetUser', 'AdminUpdateUserAttributes'),
    // The client of the website, for which Cognito sends the code.
    verifyTokens,
  ],
  deskTurnOffFactor: [
    hasPasskeys,
    audit('GetItem', 'PutItem'),
    accountAdmin('AdminGetUser', 'AdminSetUserMFAPreference', 'AdminUserGlobalSignOut'),
    users('GetItem', 'PutItem', 'UpdateItem'),
    publish(events.securityChanged),
    publish(events.userChanged),
  ],
  deskExport: [hasPasskeys, ...readPerson, audit('GetItem', 'PutItem', 'Query')],
  deskDeleteAccount: [
    hasPasskeys,
    audit('GetItem', 'PutItem'),
    accountAdmin('AdminGetUser', 'AdminListGroupsForUser'),
    publish(events.accountDeletionRequested),
  ],
};
