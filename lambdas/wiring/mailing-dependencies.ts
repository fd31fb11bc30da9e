import * as events from '../../contract/events/events.ts';
import { brand } from '../../contract/rules/brand.ts';
import { storeLetter } from '../domain/articles/store-letter.ts';
import { unsubscribeTokens } from '../domain/mail/group-mail.ts';
import { bulkSender } from '../domain/mailings/bulk-sender.ts';
import { letterOfMailing } from '../domain/mailings/letter-of-mailing.ts';
import { readQuota } from '../domain/mailings/mailing-quota.ts';
import { mailingStore } from '../domain/mailings/mailing-store.ts';
import { recipientStore } from '../domain/mailings/recipient-store.ts';
import type { MailingDependencies } from '../domain/mailings/send-mailing.ts';
import { subscriberStore } from '../domain/mailings/subscriber-store.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { eventBridge } from '../platform/aws/event-bridge.ts';
import { ses, sesWithoutRetries } from '../platform/aws/ses.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { count } from '../platform/count.ts';
import { logger } from '../platform/logger.ts';
import { publishEvent } from '../platform/publish-event.ts';
import { linkKey } from './link-key.ts';

/** Returns the dependencies of `sendMailing`, with the services that the function uses. */
export function mailingDependencies({
  now,
  wait,
}: Pick<MailingDependencies, 'now' | 'wait'>): Omit<MailingDependencies, 'hasTime'> {
  const config = readConfig({
    ARTICLES_TABLE: resourceName,
    EVENT_BUS: resourceName,
    MAIL_LOG_TABLE: resourceName,
    MAILINGS_TABLE: resourceName,
    SENDER_ADDRESS: resourceName,
    SITE_URL: resourceName,
    USERS_TABLE: resourceName,
  });
  const client = dynamodb();
  const bus = { client: eventBridge(), name: config.EVENT_BUS };
  const account = ses();
  const siteUrl = config.SITE_URL;
  const key = linkKey();
  const shared = {
    mailings: mailingStore(client, config.MAILINGS_TABLE),
    subscribers: subscriberStore(client, config.USERS_TABLE),
    recipients: recipientStore(client, config.MAIL_LOG_TABLE),
    send: bulkSender(sesWithoutRetries(), { from: `${brand} <${config.SENDER_ADDRESS}>`, siteUrl }),
    readQuota: () => readQuota(account),
    siteUrl,
    now,
    wait,
  };
  const publishLetter: MailingDependencies['publishLetter'] = async (mailing, written) => {
    await storeLetter(client, config.ARTICLES_TABLE, letterOfMailing(mailing, written));
    await publishEvent(bus, events.articleChanged, { slug: written.slug });
  };
  const onPause: MailingDependencies['onPause'] = (slug, reason) => {
    logger.error('a mailing has paused', { slug, reason });
    count('MailingsPaused', { slug });
  };
  const tokensOf: MailingDependencies['tokensOf'] = async (userId, group) =>
    unsubscribeTokens({ userId, linkKey: await key() }, group);
  return { ...shared, publishLetter, onPause, tokensOf };
}
