import type { BusinessMetric } from '../contract/events/business-metrics.ts';
import type { EventType } from '../contract/events/event-type.ts';
import { articleCollections } from '../contract/records/article-collections.ts';
import type { Accounts, AdminAction } from './accounts.ts';
import type { BusinessCounts } from './business-counts.ts';
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
  counts: BusinessCounts;
  delivery: Delivery;
  downloadLinks: DownloadLinks;
  doorbell: Doorbell;
}

/** Gives a function one permission and the resource names that it needs. */
export type Grant<Needed extends keyof Parts = keyof Parts> = (
  lambda: LambdaFunction,
  parts: Pick<Parts, Needed>,
) => void;

export function applyGrants<Needed extends keyof Parts>(
  lambda: LambdaFunction,
  grants: Grant<Needed>[],
  parts: Pick<Parts, Needed>,
): void {
  for (const grant of grants) grant(lambda, parts);
}

const table =
  (name: TableName) =>
  (...actions: TableAction[]): Grant<'data'> =>
  (lambda, { data }) =>
    data[name].allow(lambda, ...actions);

export const users = table('users');
export const articles = table('articles');
export const feedback = table('feedback');
export const orders = table('orders');
export const referrals = table('referrals');
export const downloads = table('downloads');
export const limits = table('limits');
export const codes = table('codes');
export const mailings = table('mailings');
/** Append-only: no function may change or delete an entry. */
export const audit = (...actions: ('GetItem' | 'PutItem' | 'Query')[]): Grant<'data'> =>
  table('audit')(...actions);

/** Each function that sends emails may add entries; see `sendMail`. */
export const mailLog = (
  ...actions: ('BatchGetItem' | 'DeleteItem' | 'PutItem' | 'Query' | 'UpdateItem')[]
): Grant<'data'> => table('mailLog')(...actions);

export const readReleases: Grant<'storage'> = (lambda, { storage }) => storage.allowReleases(lambda);
/** Reads the releases, and changes what the team says about them. */
export const changeReleases: Grant<'storage'> = (lambda, { storage }) => storage.allowManifests(lambda);
export const yankReleases: Grant<'storage'> = (lambda, { storage }) => storage.allowYank(lambda);
export const readLicenseKeys: Grant<'storage'> = (lambda, { storage }) =>
  storage.allowLicenseKeys(lambda, 'read');
export const readBlogRecord: Grant<'storage'> = (lambda, { storage }) =>
  storage.allowArticleRecords(lambda, [articleCollections.blog]);
export const readResources: Grant<'storage'> = (lambda, { storage }) => storage.allowResources(lambda);

export const callStripe: Grant<'payments'> = (lambda, { payments }) => payments.allowAccount(lambda);
export const verifyWebhook: Grant<'payments'> = (lambda, { payments }) => payments.allowWebhook(lambda);
export const priceIds: Grant<'stage'> = (lambda, { stage }) => {
  lambda.addEnvironment('PRICE_IDS', JSON.stringify(priceIdsOnSale(stage)));
};
export const salesTax: Grant<'stage'> = (lambda, { stage }) => {
  lambda.addEnvironment('SALES_TAX', stage.salesTax);
};

export const sendMail: Grant<'mail'> = (lambda, { mail }) => mail.allowSend(lambda);
export const sendAttachments: Grant<'mail'> = (lambda, { mail }) =>
  mail.allowSend(lambda, { withAttachments: true });
export const sendMailings: Grant<'mail'> = (lambda, { mail }) => mail.allowSendBulk(lambda);
export const teamAddress: Grant<'mail'> = (lambda, { mail }) => mail.allowTeamAddress(lambda);
export const signedLinks: Grant<'mail'> = (lambda, { mail }) => mail.allowSignedLinks(lambda);

/** Any account: Cognito has no narrower permission. */
export const accountAdmin =
  (...actions: AdminAction[]): Grant<'accounts'> =>
  (lambda, { accounts }) =>
    accounts.allow(lambda, ...actions);
/** Whether Cognito can list the passkeys of a user. */
export const hasPasskeys: Grant<'accounts'> = (lambda, { accounts }) => accounts.describePasskeys(lambda);
export const checkPassword: Grant<'accounts'> = (lambda, { accounts }) => accounts.allowCheckPassword(lambda);
export const verifyTokens: Grant<'accounts'> = (lambda, { accounts }) => accounts.allowVerifyTokens(lambda);
export const userPoolId: Grant<'accounts'> = (lambda, { accounts }) => accounts.identifySite(lambda);

export const publish =
  (event: EventType): Grant<'bus'> =>
  (lambda, { bus }) =>
    bus.allowPublish(lambda, event);
export const syncPaidGroup: Grant<'events'> = (lambda, { events }) =>
  events.allowSend(lambda, 'syncPaidGroup', 'PAID_GROUP_QUEUE_URL');

export const requestLicense: Grant<'events'> = (lambda, { events }) =>
  events.allowSend(lambda, 'issueLicense', 'LICENSE_QUEUE_URL');
export const signLicenses: Grant<'licenseKeys'> = (lambda, { licenseKeys }) => licenseKeys.allowSign(lambda);
/** The issuer that license files name. */
export const licenseIssuer: Grant<'licenseKeys'> = (lambda, { licenseKeys }) =>
  licenseKeys.identifySite(lambda);

export const siteUrl: Grant<'delivery'> = (lambda, { delivery }) => delivery.allowSiteUrl(lambda);

/** Signs links to objects of the builds bucket. */
export const signDownloads: Grant<'delivery' | 'downloadLinks'> = (lambda, { delivery, downloadLinks }) => {
  delivery.allowSiteUrl(lambda);
  downloadLinks.allowSign(lambda);
};

/** Tells open pages that something has changed. */
export const ring: Grant<'doorbell'> = (lambda, { doorbell }) => doorbell.allowRing(lambda);

/** Reads what the site counted, and its alarms. */
export const readMetrics: Grant<'counts'> = (lambda, { counts }) => counts.allowRead(lambda);

export const count =
  (...metrics: BusinessMetric[]): Grant<'counts'> =>
  (lambda, { counts }) =>
    counts.countIn(lambda, ...metrics);
