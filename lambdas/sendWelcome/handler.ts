import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import type { Context } from 'aws-lambda';
import { type DetailOf, events } from '../../contract/events.ts';
import { sendMail } from '../mail/send-mail.ts';
import { welcomeMail } from '../mail/welcome-mail.ts';
import { dynamodb, ses } from '../platform/aws.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { consume } from '../platform/consume.ts';

const { IDEMPOTENCY_TABLE, SENDER_ADDRESS, SITE_URL } = readConfig({
  IDEMPOTENCY_TABLE: resourceName,
  SENDER_ADDRESS: resourceName,
  SITE_URL: resourceName,
});
const mailer = ses();

/** Bus and Lambda may deliver an event twice; within this time nobody is welcomed twice. */
const rememberForSeconds = 7 * 24 * 60 * 60;

const welcomeOnce = makeIdempotent(
  async ({ email }: DetailOf<'userRegistered'>, _context: Context) => {
    await sendMail(mailer, SENDER_ADDRESS, email, welcomeMail(SITE_URL));
    return { sent: true };
  },
  {
    persistenceStore: new DynamoDBPersistenceLayer({
      tableName: IDEMPOTENCY_TABLE,
      awsSdkV3Client: dynamodb(),
    }),
    config: new IdempotencyConfig({ eventKeyJmesPath: 'userId', expiresAfterSeconds: rememberForSeconds }),
  },
);

export const handler = consume(events.userRegistered, async (detail, context) => {
  // With the context it knows when this run ends, so that one that was cut off does not block the next.
  await welcomeOnce(detail, context);
});
