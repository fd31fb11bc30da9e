import { articleCollections } from '../../contract/records/article-collections.ts';
import { articleDesk } from '../domain/articles/article-desk.ts';
import { blogStore } from '../domain/articles/blog-store.ts';
import { pictureStore } from '../domain/articles/picture-store.ts';
import { codeStore } from '../domain/codes/code-store.ts';
import { auditStore } from '../domain/desk/audit-store.ts';
import { feedbackInbox } from '../domain/feedback/feedback-inbox.ts';
import { feedbackStore } from '../domain/feedback/feedback-store.ts';
import { limitStore } from '../domain/limits/limit-store.ts';
import { mailLogStore } from '../domain/mail/mail-log-store.ts';
import { mailOnce } from '../domain/mail/mail-once.ts';
import { mailingStore } from '../domain/mailings/mailing-store.ts';
import { subscriberStore } from '../domain/mailings/subscriber-store.ts';
import { orderFinishing } from '../domain/orders/order-finishing.ts';
import { orderLists } from '../domain/orders/order-lists.ts';
import { orderStore } from '../domain/orders/order-store.ts';
import { passOnStore } from '../domain/orders/pass-on-store.ts';
import { problemDesk } from '../domain/problems/problem-desk.ts';
import { referralStore } from '../domain/referrals/referral-store.ts';
import { downloadCounter } from '../domain/releases/download-counter.ts';
import { securityStore } from '../domain/security/security-store.ts';
import { statusStore } from '../domain/status/status-store.ts';
import { userChangeAnnouncer } from '../domain/users/announce-user-change.ts';
import { userStore } from '../domain/users/user-store.ts';
import { cloudWatch } from '../platform/aws/cloud-watch.ts';
import { cognito } from '../platform/aws/cognito.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { eventBridge } from '../platform/aws/event-bridge.ts';
import { s3 } from '../platform/aws/s3.ts';
import { ses } from '../platform/aws/ses.ts';
import { sqs } from '../platform/aws/sqs.ts';
import { backOff } from '../platform/back-off.ts';
import { flag, priceIds, readConfig, resourceNames } from '../platform/config.ts';
import { randomSecret } from '../platform/random-secret.ts';
import { siteReader } from '../platform/site-reader.ts';
import { stripeAccount } from '../platform/stripe.ts';
import { deskServer } from './serve-desk.ts';

export type Dependencies = ReturnType<typeof compose>;

export function compose() {
  const config = readConfig({
    ...resourceNames('ARTICLES_TABLE', 'AUDIT_TABLE', 'CODES_TABLE', 'DOWNLOADS_TABLE', 'FEEDBACK_TABLE'),
    ...resourceNames('IDEMPOTENCY_TABLE', 'LIMITS_TABLE', 'MAIL_LOG_TABLE', 'MAILINGS_TABLE', 'ORDERS_TABLE'),
    ...resourceNames(
      'PROBLEMS_TABLE',
      'REFERRALS_TABLE',
      'SUBSCRIBERS_TABLE',
      'USERS_TABLE',
      'BUILDS_BUCKET',
      'MEDIA_BUCKET',
      'SITE_BUCKET',
      'EVENT_BUS',
    ),
    ...resourceNames('LICENSE_QUEUE_URL', 'PAID_GROUP_QUEUE_URL', 'LINK_KEY_ARN', 'METRICS_NAMESPACE'),
    ...resourceNames('SENDER_ADDRESS', 'SITE_URL', 'USER_POOL_CLIENT_ID', 'USER_POOL_ID'),
    HAS_PASSKEYS: flag,
    PRICE_IDS: priceIds,
  });
  const now = () => new Date();
  const tables = dynamodb();
  const files = s3();
  const pool = cognito();
  const bus = { connect: eventBridge(), name: config.EVENT_BUS };
  return {
    tables,
    pool,
    userPoolId: config.USER_POOL_ID,
    clientId: config.USER_POOL_CLIENT_ID,
    hasPasskeys: config.HAS_PASSKEYS,
    serveDesk: deskServer(pool),
    articlesTable: config.ARTICLES_TABLE,
    feedbackTable: config.FEEDBACK_TABLE,
    mailingsTable: config.MAILINGS_TABLE,
    usersTable: config.USERS_TABLE,
    articles: articleDesk(tables, config.ARTICLES_TABLE),
    audit: auditStore(tables, config.AUDIT_TABLE),
    blog: blogStore(files, config.SITE_BUCKET, articleCollections.blog),
    builds: { s3: files, bucket: config.BUILDS_BUCKET },
    codes: codeStore(tables, config.CODES_TABLE),
    downloads: downloadCounter(tables, config.DOWNLOADS_TABLE),
    feedback: feedbackStore(tables, config.FEEDBACK_TABLE),
    inbox: feedbackInbox(tables, config.FEEDBACK_TABLE),
    limits: limitStore(tables, config.LIMITS_TABLE),
    mailings: mailingStore(tables, config.MAILINGS_TABLE),
    mails: mailLogStore(tables, config.MAIL_LOG_TABLE),
    pictures: pictureStore(files, config.MEDIA_BUCKET),
    passOns: passOnStore(tables, config.LIMITS_TABLE),
    problems: problemDesk(tables, config.PROBLEMS_TABLE),
    orders: orderStore(tables, config.ORDERS_TABLE),
    orderLists: orderLists(tables, config.ORDERS_TABLE),
    referrals: referralStore(tables, config.REFERRALS_TABLE),
    security: securityStore(tables, config.USERS_TABLE),
    status: statusStore(files, config.SITE_BUCKET),
    subscribers: subscriberStore(tables, {
      usersTable: config.USERS_TABLE,
      subscribersTable: config.SUBSCRIBERS_TABLE,
      // The desk only counts.
      findAccount: async () => undefined,
    }),
    subscribersTable: config.SUBSCRIBERS_TABLE,
    users: userStore(tables, config.USERS_TABLE),
    bus,
    announce: userChangeAnnouncer(bus),
    ...orderFinishing({
      bus,
      queues: sqs(),
      config,
    }),
    send: mailOnce({
      mailer: ses(),
      tables,
      config,
      now,
    }),
    readLinkKey: randomSecret(config.LINK_KEY_ARN),
    metrics: { client: cloudWatch(), namespace: config.METRICS_NAMESPACE },
    /** Resolves to a client with the current key. */
    openStripe: stripeAccount(),
    priceIds: config.PRICE_IDS,
    siteId: config.USER_POOL_ID,
    siteUrl: config.SITE_URL,
    readSite: siteReader(config.SITE_URL),
    now,
    pause: backOff,
  };
}
