import { type MailOnce, mailOnce as mailWith } from '../domain/mail/mail-once.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { ses } from '../platform/aws/ses.ts';
import { readConfig, resourceNames } from '../platform/config.ts';

/** Sends emails from our address, each at most once, with an entry in the mail log. */
export function mailOnce(now: () => Date): MailOnce {
  const config = readConfig(resourceNames('IDEMPOTENCY_TABLE', 'MAIL_LOG_TABLE', 'SENDER_ADDRESS'));
  return mailWith({
    mailer: ses(),
    tables: dynamodb(),
    config,
    now,
  });
}
