import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import type { SESv2Client } from '@aws-sdk/client-sesv2';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import { brand } from '../../../contract/rules/brand.ts';
import { idempotencyDays, secondsPerDay } from '../../../contract/rules/retention.ts';
import { mailLogStore } from './mail-log-store.ts';
import { type Sending, sendLogged } from './send-logged.ts';

interface MailServices {
  mailer: SESv2Client;
  tables: DynamoDBDocumentClient;
  config: { IDEMPOTENCY_TABLE: string; MAIL_LOG_TABLE: string; SENDER_ADDRESS: string };
  now: () => Date;
}

export type MailOnce = (sending: Sending, context: Context) => Promise<void>;

/** Sends emails from our address, with an entry in the mail log. A repeated event sends no second email, unless the first run ended while it sent. */
export function mailOnce({ mailer, tables, config, now }: MailServices): MailOnce {
  const dependencies = {
    mailer,
    log: mailLogStore(tables, config.MAIL_LOG_TABLE),
    from: `${brand} <${config.SENDER_ADDRESS}>`,
    now,
  };
  const once = makeIdempotent(
    async (sending: Sending, _context: Context) => {
      await sendLogged(dependencies, sending);
      return { sent: true };
    },
    {
      persistenceStore: new DynamoDBPersistenceLayer({
        tableName: config.IDEMPOTENCY_TABLE,
        awsSdkV3Client: tables,
      }),
      // The default is the name of the function, so an email would be sent again when another function repeats its event.
      keyPrefix: 'mail',
      config: new IdempotencyConfig({
        eventKeyJmesPath: 'idempotencyKey',
        expiresAfterSeconds: idempotencyDays * secondsPerDay,
        throwOnNoIdempotencyKey: true,
      }),
    },
  );
  // The context tells Powertools when this run times out, so an interrupted run does not block the next one.
  return async (sending, context) => {
    await once(sending, context);
  };
}
