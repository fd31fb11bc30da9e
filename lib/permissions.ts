import type { BusinessMetric } from '../contract/events/business-metrics.ts';
import type { EventType } from '../contract/events/event-type.ts';
import * as events from '../contract/events/events.ts';
import { articleCollections } from '../contract/records/article-collections.ts';
import type { Accounts, AdminAction } from './accounts.ts';
import type { Data, TableAction, TableName } from './data.ts';
import type { Delivery } from './delivery.ts';
import type { Doorbell } from './doorbell.ts';
import type { DownloadLinks } from './download-links.ts';
import type { EventFunctions } from './event-functions.ts';
import type { LambdaFunction } from './lambda-function.ts';
import type { LicenseKeys } from './license-keys.ts';
import type { Mail } from './mail.ts';
import type { Payments } from './payments.ts';
import type { SiteBus } from './site-bus.ts';
import type { SiteMetrics } from './site-metrics.ts';
import { priceIdsOnSale, type StageSettings } from './stage-settings.ts';
import type { Storage } from './storage.ts';

/** The constructs to which functions get access. */
export interface Parts {
  stage: StageSettings;
  data: Data;
  storage: Storage;
  payments: Payments;
  mail: Mail;
  licenseKeys: LicenseKeys;
  accounts: Accounts;
  bus: SiteBus;
  events: EventFunctions;
  metrics: SiteMetrics;
  delivery: Delivery;
  downloadLinks: DownloadLinks;
  doorbell: Doorbell;
}

/** Gives a function one permission and the resource names that it needs. */
export type Permission<Needed extends keyof Parts = keyof Parts> = (
  lambda: LambdaFunction,
  parts: Pick<Parts, Needed>,
) => void;

export function addPermissions<Needed extends keyof Parts>(
  lambda: LambdaFunction,
  permissions: Permission<Needed>[],
  parts: Pick<Parts, Needed>,
): void {
  for (const add of permissions) add(lambda, parts);
}

const table =
  (name: TableName) =>
  (...actions: TableAction[]): Permission<'data'> =>
  (lambda, { data }) =>
    data[name].allow(lambda, ...actions);

export const users = table('users');
export const articles = table('articles');
export const feedback = table('feedback');
/** Changes numbers of votes, but no feedback of people. */
export const countVotes: Permission<'data'> = (lambda, { data }) =>
  data.feedback.allowUpdateOf(lambda, 'feedbackId', 'votes');
export const orders = (...actions: ('GetItem' | 'PutItem' | 'UpdateItem')[]): Permission<'data'> =>
  table('orders')(...actions);
/** `byUser` and `byBuyer` find the orders of one person. Through each other index, a function reads the orders of all buyers. */
export const queryOrders =
  (...indexes: ('byUser' | 'byBuyer' | 'byMonth' | 'byDeskState')[]): Permission<'data'> =>
  (lambda, { data }) =>
    data.orders.allowQueryOf(lambda, ...indexes);
export const referrals = table('referrals');
export const downloads = table('downloads');
export const limits = table('limits');
export const codes = table('codes');
export const mailings = table('mailings');
export const problems = table('problems');
export const subscribers = table('subscribers');
/** Append-only: no function may change or delete an entry. */
export const audit = (...actions: ('GetItem' | 'PutItem' | 'Query')[]): Permission<'data'> =>
  table('audit')(...actions);

/** Each function that sends emails may add entries; see `sendMail`. */
export const mailLog = (
  ...actions: ('BatchGetItem' | 'DeleteItem' | 'PutItem' | 'Query' | 'UpdateItem')[]
): Permission<'data'> => table('mailLog')(...actions);

export const readReleases: Permission<'storage'> = (lambda, { storage }) => storage.allowReleases(lambda);
/** Reads, changes and yanks releases. */
export const yankReleases: Permission<'storage'> = (lambda, { storage }) => storage.allowYank(lambda);
export const readLicenseKeys: Permission<'storage'> = (lambda, { storage }) =>
  storage.allowLicenseKeys(lambda, 'read');
export const readBlogRecord: Permission<'storage'> = (lambda, { storage }) =>
  storage.allowArticleRecords(lambda, [articleCollections.blog]);
/** Adds pictures of texts, and finds out whether a picture exists. */
export const addPictures: Permission<'storage'> = (lambda, { storage }) => storage.allowPictures(lambda);
export const changeStatus: Permission<'storage'> = (lambda, { storage }) => storage.allowStatus(lambda);
export const readResources: Permission<'storage'> = (lambda, { storage }) => storage.allowResources(lambda);

export const callStripe: Permission<'payments'> = (lambda, { payments }) => payments.allowAccount(lambda);
export const verifyWebhook: Permission<'payments'> = (lambda, { payments }) => payments.allowWebhook(lambda);
export const priceIds: Permission<'stage'> = (lambda, { stage }) => {
  lambda.addEnvironment('PRICE_IDS', JSON.stringify(priceIdsOnSale(stage)));
};
export const salesTax: Permission<'stage'> = (lambda, { stage }) => {
  lambda.addEnvironment('SALES_TAX', stage.salesTax);
};

export const sendMail: Permission<'mail'> = (lambda, { mail }) => mail.allowSend(lambda);
export const sendAttachments: Permission<'mail'> = (lambda, { mail }) =>
  mail.allowSend(lambda, { withAttachments: true });
export const sendMailings: Permission<'mail'> = (lambda, { mail }) => mail.allowSendBulk(lambda);
export const teamAddress: Permission<'mail'> = (lambda, { mail }) => mail.allowTeamAddress(lambda);
export const signedLinks: Permission<'mail'> = (lambda, { mail }) => mail.allowSignedLinks(lambda);

/** Any account: Cognito has no narrower permission. */
export const accountAdmin =
  (...actions: AdminAction[]): Permission<'accounts'> =>
  (lambda, { accounts }) =>
    accounts.allow(lambda, ...actions);
/** Whether Cognito can list the passkeys of a user. */
export const hasPasskeys: Permission<'accounts'> = (lambda, { accounts }) =>
  accounts.describePasskeys(lambda);
export const checkPassword: Permission<'accounts'> = (lambda, { accounts }) =>
  accounts.allowCheckPassword(lambda);
export const verifyTokens: Permission<'accounts'> = (lambda, { accounts }) =>
  accounts.allowVerifyTokens(lambda);
const userPoolId: Permission<'accounts'> = (lambda, { accounts }) => accounts.identifySite(lambda);

export const publish =
  (event: EventType): Permission<'bus'> =>
  (lambda, { bus }) =>
    bus.allowPublish(lambda, event);
export const syncPaidGroup: Permission<'events'> = (lambda, { events }) =>
  events.allowSend(lambda, 'syncPaidGroup', 'PAID_GROUP_QUEUE_URL');

export const requestLicense: Permission<'events'> = (lambda, { events }) =>
  events.allowSend(lambda, 'issueLicense', 'LICENSE_QUEUE_URL');
export const signLicenses: Permission<'licenseKeys'> = (lambda, { licenseKeys }) =>
  licenseKeys.allowSign(lambda);
/** The issuer that license files name. */
export const licenseIssuer: Permission<'licenseKeys'> = (lambda, { licenseKeys }) =>
  licenseKeys.identifySite(lambda);

export const siteUrl: Permission<'delivery'> = (lambda, { delivery }) => delivery.allowSiteUrl(lambda);

/** Signs links to objects of the builds bucket. */
export const signDownloads: Permission<'delivery' | 'downloadLinks'> = (
  lambda,
  { delivery, downloadLinks },
) => {
  delivery.allowSiteUrl(lambda);
  downloadLinks.allowSign(lambda);
};

/** Tells open pages that something has changed. */
export const ring: Permission<'doorbell'> = (lambda, { doorbell }) => doorbell.allowRing(lambda);

/** Reads what the site counted, and its alarms. */
export const readMetrics: Permission<'metrics'> = (lambda, { metrics }) => metrics.allowRead(lambda);

export const recordMetrics =
  (...names: BusinessMetric[]): Permission<'metrics'> =>
  (lambda, { metrics }) =>
    metrics.recordFrom(lambda, ...names);

/** The permissions for settling orders with Stripe. */
export const settlement: Permission[] = [
  orders('GetItem', 'PutItem', 'UpdateItem'),
  users('ConditionCheckItem', 'GetItem', 'UpdateItem'),
  referrals('GetItem', 'PutItem'),
  callStripe,
  userPoolId,
  syncPaidGroup,
  requestLicense,
  publish(events.licenseChanged),
  publish(events.userChanged),
  siteUrl,
  recordMetrics('LicensesGranted', 'Refunds'),
];
