import type { DeskOperationName } from '../../contract/operations/desk-routes.ts';
import {
  count,
  giveGifts,
  onIndexed,
  onTable,
  publish,
  readReleases,
  readSecret,
  sendMail,
  settle,
} from './rights.ts';

const onAccounts = (...actions: string[]) =>
  actions.map((action) => `cognito-idp:${action} on AccountsUserPool`);

const changeArticle = [
  ...onIndexed('Articles', 'GetItem', 'PutItem'),
  ...onIndexed('Audit', 'GetItem', 'PutItem'),
  publish('ArticleChanged'),
];

const changeRelease = [
  ...readReleases,
  's3:PutObject on StorageBuilds/releases/*/release.json',
  ...onIndexed('Audit', 'GetItem', 'PutItem'),
];

/** The complete permissions of the functions of the desk. */
export const deskRights: Record<DeskOperationName, string[]> = {
  deskFind: [
    ...onIndexed('Orders', 'GetItem'),
    ...onTable('Referrals', 'GetItem'),
    ...readSecret('PaymentsStripeSecretKey'),
    'cognito-idp:AdminGetUser on AccountsUserPool',
    'cognito-idp:ListUsers on AccountsUserPool',
  ],
  deskPerson: [
    ...onTable('Users', 'GetItem'),
    ...onIndexed('Orders', 'Query'),
    ...onIndexed('Feedback', 'Query'),
    ...onTable('Referrals', 'Query'),
    ...onIndexed('Audit', 'Query'),
    ...onTable('MailLog', 'Query'),
    ...onAccounts('AdminGetUser', 'AdminListGroupsForUser'),
  ],
  deskAudit: onIndexed('Audit', 'Query'),
  deskOverview: ['cloudwatch:DescribeAlarms on alarm:*', 'cloudwatch:GetMetricData on *'],
  deskNote: [...onAccounts('AdminGetUser'), ...onIndexed('Audit', 'GetItem', 'PutItem')],
  deskMailLicense: [
    ...onIndexed('Orders', 'GetItem'),
    ...onIndexed('Audit', 'GetItem', 'PutItem'),
    publish('LicenseIssued'),
  ],
  deskSettle: [...settle, ...onIndexed('Audit', 'GetItem', 'PutItem')],
  deskRefund: [...settle, ...onIndexed('Audit', 'PutItem')],
  deskGift: [...giveGifts, ...onIndexed('Audit', 'PutItem')],
  deskRevoke: [...giveGifts, ...onIndexed('Audit', 'PutItem')],
  deskOrders: onIndexed('Orders', 'Query'),
  deskOrderReport: onIndexed('Orders', 'Query'),
  deskCodes: onIndexed('Codes', 'Query'),
  deskRedemptions: [...onIndexed('Codes', 'Query'), ...onIndexed('Orders', 'GetItem')],
  deskCreateCodes: [
    ...onIndexed('Codes', 'BatchWriteItem', 'PutItem', 'UpdateItem'),
    ...onIndexed('Audit', 'PutItem'),
  ],
  deskRevokeCodes: [
    ...onIndexed('Codes', 'GetItem', 'UpdateItem'),
    ...onIndexed('Audit', 'GetItem', 'PutItem'),
  ],
  deskFeedback: [...onIndexed('Feedback', 'Query'), ...onTable('Users', 'BatchGetItem')],
  deskAnswerFeedback: [
    ...onIndexed('Feedback', 'GetItem', 'UpdateItem'),
    ...onIndexed('Audit', 'PutItem'),
    publish('FeedbackAnswered'),
  ],
  deskCloseFeedback: [...onIndexed('Feedback', 'GetItem', 'UpdateItem'), ...onIndexed('Audit', 'PutItem')],
  deskArticles: [
    ...onIndexed('Articles', 'Query'),
    's3:GetObject on StorageSite/blog/published.json',
    's3:ListBucket on StorageSite',
  ],
  deskPreviewArticle: onIndexed('Articles', 'GetItem'),
  deskStoreArticle: changeArticle,
  deskUnpublishArticle: changeArticle,
  deskMailings: onIndexed('Mailings', 'Query'),
  deskMailing: onIndexed('Mailings', 'GetItem'),
  deskPreviewMailing: [],
  deskStoreMailing: [
    ...onIndexed('Mailings', 'PutItem'),
    ...onIndexed('Articles', 'GetItem'),
    ...onIndexed('Audit', 'GetItem', 'PutItem'),
  ],
  deskDiscardMailing: [...onIndexed('Mailings', 'UpdateItem'), ...onIndexed('Audit', 'GetItem', 'PutItem')],
  deskTestMailing: [
    ...onIndexed('Mailings', 'GetItem'),
    ...count,
    ...sendMail,
    ...readSecret('MailUnsubscribeKey'),
  ],
  deskCountRecipients: onTable('Users', 'Scan'),
  deskSendMailing: [
    ...onIndexed('Mailings', 'GetItem', 'UpdateItem'),
    ...onIndexed('Articles', 'GetItem'),
    ...onIndexed('Audit', 'GetItem', 'PutItem'),
    publish('MailingStarted'),
  ],
  deskPauseMailing: [...onIndexed('Mailings', 'UpdateItem'), ...onIndexed('Audit', 'GetItem', 'PutItem')],
  deskResumeMailing: [
    ...onIndexed('Mailings', 'GetItem', 'UpdateItem'),
    ...onIndexed('Audit', 'GetItem', 'PutItem'),
    publish('MailingStarted'),
  ],
  deskReleases: [...readReleases, ...onTable('Downloads', 'Query')],
  deskPromoteRelease: changeRelease,
  deskYankRelease: [...changeRelease, 's3:PutObject on StorageBuilds/releases/yanked.json'],
  deskSignOut: [
    ...onIndexed('Audit', 'GetItem', 'PutItem'),
    ...onAccounts('AdminGetUser', 'AdminUserGlobalSignOut'),
  ],
  deskResendConfirmation: [
    ...onIndexed('Audit', 'GetItem', 'PutItem'),
    ...onAccounts('AdminGetUser', 'AdminUpdateUserAttributes'),
  ],
  deskTurnOffFactor: [
    ...onIndexed('Audit', 'GetItem', 'PutItem'),
    ...onAccounts(
      'AdminGetUser',
      'AdminRemoveUserFromGroup',
      'AdminSetUserMFAPreference',
      'AdminUserGlobalSignOut',
    ),
    ...onTable('Users', 'GetItem', 'PutItem', 'UpdateItem'),
    publish('SecurityChanged'),
    publish('UserChanged'),
  ],
  deskExport: [
    ...onTable('Users', 'GetItem'),
    ...onIndexed('Orders', 'Query'),
    ...onIndexed('Feedback', 'Query'),
    ...onTable('Referrals', 'Query'),
    ...onIndexed('Audit', 'GetItem', 'PutItem', 'Query'),
    ...onTable('MailLog', 'Query'),
    ...onAccounts('AdminGetUser', 'AdminListGroupsForUser'),
  ],
  deskDeleteAccount: [
    ...onIndexed('Audit', 'GetItem', 'PutItem'),
    ...onAccounts('AdminGetUser', 'AdminListGroupsForUser'),
    publish('AccountDeletionRequested'),
  ],
};
