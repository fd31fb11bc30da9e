import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import type { Context } from 'aws-lambda';
import { brand } from '../../contract/rules/brand.ts';
import { idempotencyDays, secondsPerDay } from '../../contract/rules/retention.ts';
import { mailLogStore } from '../domain/mail/mail-log-store.ts';
import { type Sending, sendLogged } from '../domain/mail/send-logged.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { ses } from '../platform/aws/ses.ts';
import { readConfig, resourceName } from '../platform/config.ts';

/** Sends emails from our address, each at most once, with an entry in the mail log. */
export function mailOnce(now: () => Date): (sending: Sending, context: Context) => Promise<void> {
  const { IDEMPOTENCY_TABLE, MAIL_LOG_TABLE, SENDER_ADDRESS } = readConfig({
    IDEMPOTENCY_TABLE: resourceName,
    MAIL_LOG_TABLE: resourceName,
    SENDER_ADDRESS: resourceName,
  });
  const dependencies = {
    mailer: ses(),
    log: mailLogStore(dynamodb(), MAIL_LOG_TABLE),
    from: `${brand} <${SENDER_ADDRESS}>`,
    now,
  };
  const once = makeIdempotent(
    async (sending: Sending, _context: Context) => {
      await sendLogged(dependencies, sending);
      return { sent: true };
    },
    {
      persistenceStore: new DynamoDBPersistenceLayer({
        tableName: IDEMPOTENCY_TABLE,
        awsSdkV3Client: dynamodb(),
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
  // From the context, Powertools knows when this run times out, so a run that was cut off does not block the next one.
  return async (sending, context) => {
    await once(sending, context);
  };
}
