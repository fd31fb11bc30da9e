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
  idempotencyTable: string;
  mailLogTable: string;
  senderAddress: string;
  now: () => Date;
}

export type MailOnce = (sending: Sending, context: Context) => Promise<void>;

/** Sends emails from our address, each at most once, with an entry in the mail log. */
export function mailOnce({
  mailer,
  tables,
  idempotencyTable,
  mailLogTable,
  senderAddress,
  now,
}: MailServices): MailOnce {
  const dependencies = {
    mailer,
    log: mailLogStore(tables, mailLogTable),
    from: `${brand} <${senderAddress}>`,
    now,
  };
  const once = makeIdempotent(
    async (sending: Sending, _context: Context) => {
      await sendLogged(dependencies, sending);
      return { sent: true };
    },
    {
      persistenceStore: new DynamoDBPersistenceLayer({ tableName: idempotencyTable, awsSdkV3Client: tables }),
      // The default is the name of the function, so an email would be sent again when another function repeats its event.
      keyPrefix: 'mail',
      config: new IdempotencyConfig({
        eventKeyJmesPath: 'idempotencyKey',
        expiresAfterSeconds: idempotencyDays * secondsPerDay,
        throwOnNoIdempotencyKey: true,
      }),
    },
  );
  // The context tells Powertools when this run times out, so a run that was cut off does not block the next one.
  return async (sending, context) => {
    await once(sending, context);
  };
}
