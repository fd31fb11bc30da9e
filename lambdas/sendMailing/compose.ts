import { setTimeout as wait } from 'node:timers/promises';
import * as events from '../../contract/events/events.ts';
import { brand } from '../../contract/rules/brand.ts';
import { unsubscribeTokens } from '../domain/mail/group-mail.ts';
import { type MailOnce, mailOnce } from '../domain/mail/mail-once.ts';
import { bulkSender } from '../domain/mailings/bulk-sender.ts';
import { findProblem } from '../domain/mailings/find-problem.ts';
import { readQuota } from '../domain/mailings/mailing-quota.ts';
import { mailingStore } from '../domain/mailings/mailing-store.ts';
import { recipientStore } from '../domain/mailings/recipient-store.ts';
import type { SendableDependencies } from '../domain/mailings/require-sendable.ts';
import type { MailingDependencies } from '../domain/mailings/send-mailing.ts';
import { newsletterOfMailing, storeNewsletter } from '../domain/mailings/store-newsletter.ts';
import { subscriberStore } from '../domain/mailings/subscriber-store.ts';
import { findConfirmedAccount } from '../domain/subscribers/merge-subscription.ts';
import { cognito } from '../platform/aws/cognito.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { eventBridge } from '../platform/aws/event-bridge.ts';
import { ses, sesWithoutRetries } from '../platform/aws/ses.ts';
import { readConfig, resourceNames } from '../platform/config.ts';
import { logger } from '../platform/logger.ts';
import { type EventBus, publishEvent } from '../platform/publish-event.ts';
import { randomSecret } from '../platform/random-secret.ts';
import { recordMetric } from '../platform/record-metric.ts';
import { siteReader } from '../platform/site-reader.ts';

export type Dependencies = ReturnType<typeof compose>;

export function compose() {
  const config = readConfig({
    ...resourceNames(
      'ARTICLES_TABLE',
      'IDEMPOTENCY_TABLE',
      'MAIL_LOG_TABLE',
      'MAILINGS_TABLE',
      'SUBSCRIBERS_TABLE',
      'USERS_TABLE',
    ),
    ...resourceNames(
      'EVENT_BUS',
      'LINK_KEY_ARN',
      'SENDER_ADDRESS',
      'SITE_URL',
      'TEAM_ADDRESS',
      'USER_POOL_ID',
    ),
  });
  const siteUrl = config.SITE_URL;
  const tables = dynamodb();
  const account = ses();
  const pool = cognito();
  const bus = { connect: eventBridge(), name: config.EVENT_BUS };
  const readLinkKey = randomSecret(config.LINK_KEY_ARN);
  const readSite = siteReader(siteUrl);
  const now = () => new Date();
  return {
    bus,
    tables,
    articlesTable: config.ARTICLES_TABLE,
    readSite,
    sendToTeam: mailOnce({ mailer: account, tables, config, now }),
    teamAddress: config.TEAM_ADDRESS,
    mailings: mailingStore(tables, config.MAILINGS_TABLE),
    subscribers: subscriberStore(tables, {
      usersTable: config.USERS_TABLE,
      subscribersTable: config.SUBSCRIBERS_TABLE,
      findAccount: (email) => findConfirmedAccount(pool, config.USER_POOL_ID, email),
    }),
    recipients: recipientStore(tables, config.MAIL_LOG_TABLE),
    send: bulkSender(sesWithoutRetries(), { from: `${brand} <${config.SENDER_ADDRESS}>`, siteUrl }),
    readQuota: () => readQuota(account),
    async publishNewsletter(mailing, written) {
      await storeNewsletter(tables, config.ARTICLES_TABLE, newsletterOfMailing(mailing, written));
      await publishEvent(bus, events.articleChanged, { slug: written.slug });
    },
    findProblem: (written) => findProblem({ readSite, siteUrl, now }, written),
    onPause(slug, reason) {
      logger.error('a mailing has paused', { slug, reason });
      recordMetric('MailingsPaused', { slug });
    },
    tokensOf: async (userId, group) => unsubscribeTokens({ userId, linkKey: await readLinkKey() }, group),
    siteUrl,
    now,
    wait,
  } satisfies Omit<MailingDependencies, 'hasTime'> &
    SendableDependencies & { bus: EventBus; sendToTeam: MailOnce; teamAddress: string };
}
