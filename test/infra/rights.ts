import { stages } from '../../lib/stages.ts';

/* The permissions that several functions have, as stack.test.ts writes them. */

export const deadLetters = (name: string) =>
  ['sqs:GetQueueAttributes', 'sqs:GetQueueUrl', 'sqs:SendMessage'].map(
    (action) => `${action} on Events${name}DeadLetters`,
  );
export const readSecret = (name: string) => [`secretsmanager:GetSecretValue on ${name}`];
export const onTable = (name: string, ...actions: string[]) =>
  actions.map((action) => `dynamodb:${action} on Data${name}`);
export const readReleases = ['s3:GetObject on StorageBuilds/releases/*', 's3:ListBucket on StorageBuilds'];
export const signDownloads = [
  'kms:Sign on DownloadLinksKey1 if kms:SigningAlgorithm StringEquals ECDSA_SHA_256 and kms:MessageType StringEquals RAW',
];
export const writeBlog = [
  's3:GetObject on StorageSite/blog/published.json',
  's3:GetObject on StorageSite/letters/published.json',
  's3:ListBucket on StorageSite',
  ...[
    ...['blog/*', 'blog.atom', 'blog.rss', 'sitemap-articles.xml'],
    ...['letters/*', 'letters.atom', 'letters.rss', 'sitemap-letters.xml'],
  ].flatMap((key) => [`s3:PutObject on StorageSite/${key}`, `s3:DeleteObject on StorageSite/${key}`]),
  'cloudfront:CreateInvalidation on DeliveryDistribution',
];
const indexes = {
  Articles: ['byStatus'],
  Audit: ['byPerson', 'byActor', 'byDay', 'byAction'],
  Codes: ['byGroup'],
  Feedback: ['byUser', 'byState'],
  Mailings: ['byStatus'],
  Orders: ['byUser', 'byMonth'],
};
/** A table with an index is queried only through the index. */
export const onIndexed = (name: keyof typeof indexes, ...actions: string[]) =>
  actions.flatMap((action) =>
    action === 'Query'
      ? indexes[name].flatMap((index) => onTable(`${name}/index/${index}`, action))
      : onTable(name, action),
  );
export const publish = (type: string) =>
  `events:PutEvents on event-bus/site if events:detail-type ForAllValues:StringEquals ${type} and events:detail-type Null false`;
export const count = onTable('Limits', 'UpdateItem');
export const sendMail = [
  ...onTable('Idempotency', 'DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'),
  ...onTable('MailLog', 'PutItem'),
  `ses:SendEmail on identity/${stages.dev.senderAddress}`,
  'ses:SendEmail on MailConfigurationSet',
];
export const unsubscribe = [
  ...count,
  ...onTable('Users', 'GetItem', 'PutItem', 'UpdateItem'),
  ...readSecret('MailUnsubscribeKey'),
  'cognito-idp:AdminGetUser on AccountsUserPool',
  publish('UserChanged'),
];
export const receive = (queue: string) =>
  ['ChangeMessageVisibility', 'DeleteMessage', 'GetQueueAttributes', 'GetQueueUrl', 'ReceiveMessage'].map(
    (action) => `sqs:${action} on ${queue}`,
  );
export const giveGifts = [
  'sqs:SendMessage on EventssyncPaidGroupQueue',
  'sqs:SendMessage on EventsissueLicenseQueue',
  ...onIndexed('Orders', 'GetItem', 'PutItem', 'UpdateItem'),
  ...onTable('Users', 'GetItem', 'UpdateItem'),
  publish('LicenseChanged'),
  publish('UserChanged'),
];
export const settle = [
  'sqs:SendMessage on EventssyncPaidGroupQueue',
  'sqs:SendMessage on EventsissueLicenseQueue',
  ...onIndexed('Orders', 'GetItem', 'PutItem', 'UpdateItem'),
  ...onTable('Users', 'ConditionCheckItem', 'GetItem', 'UpdateItem'),
  ...onTable('Referrals', 'GetItem', 'PutItem'),
  ...readSecret('PaymentsStripeSecretKey'),
  publish('LicenseChanged'),
  publish('UserChanged'),
];
