import { createHash } from 'node:crypto';
import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import type { Context } from 'aws-lambda';
import { brand } from '../../../contract/rules/brand.ts';
import { idempotencyDays, secondsPerDay } from '../../../contract/rules/retention.ts';
import { dynamodb, ses } from '../../platform/aws.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import type { Mail } from './layout.ts';
import { addressKey, mailLogStore } from './mail-log-store.ts';
import { type Envelope, sendMail } from './send-mail.ts';

export interface Sending extends Omit<Envelope, 'from' | 'tags'> {
  /** Of several emails with the same key, only one is sent. */
  idempotencyKey: string;
  mail: Mail;
  /**
   * Under whom the mail log keeps the email: the account that it is about, or the address if there is none. Emails to the team, and to a
   * person whose data was just deleted, are kept under nobody.
   */
  logUnder: { userId: string } | 'address' | 'nobody';
}

/** Sends emails from our address, each at most once, with an entry in the mail log. */
export function mailOnce(now: () => Date): (sending: Sending, context: Context) => Promise<void> {
  const { IDEMPOTENCY_TABLE, MAIL_LOG_TABLE, SENDER_ADDRESS } = readConfig({
    IDEMPOTENCY_TABLE: resourceName,
    MAIL_LOG_TABLE: resourceName,
    SENDER_ADDRESS: resourceName,
  });
  const mailer = ses();
  const log = mailLogStore(dynamodb(), MAIL_LOG_TABLE);
  const from = `${brand} <${SENDER_ADDRESS}>`;

  async function sendLogged({ idempotencyKey, mail, logUnder, ...envelope }: Sending): Promise<void> {
    if (logUnder === 'nobody') return sendMail(mailer, { from, ...envelope }, mail);
    const key = {
      personKey: logUnder === 'address' ? addressKey(envelope.to) : logUnder.userId,
      mailId: createHash('sha256').update(idempotencyKey).digest('base64url'),
    };
    const entry = { at: now().toISOString(), subject: mail.subject };
    await log.add(key, entry);
    try {
      await sendMail(mailer, { from, ...envelope, tags: { ...key } }, mail);
    } catch (error) {
      await log.fail(key, entry);
      throw error;
    }
  }

  const once = makeIdempotent(
    async (sending: Sending, _context: Context) => {
      await sendLogged(sending);
      return { sent: true };
    },
    {
      persistenceStore: new DynamoDBPersistenceLayer({
        tableName: IDEMPOTENCY_TABLE,
        awsSdkV3Client: dynamodb(),
      }),
      config: new IdempotencyConfig({
        eventKeyJmesPath: 'idempotencyKey',
        expiresAfterSeconds: idempotencyDays * secondsPerDay,
        throwOnNoIdempotencyKey: true,
      }),
    },
  );
  // With the context, it knows when this run times out, so that a run that was cut off does not block the next one.
  return async (sending, context) => {
    await once(sending, context);
  };
}
