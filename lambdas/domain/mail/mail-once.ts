import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import type { Context } from 'aws-lambda';
import { brand } from '../../../contract/rules/brand.ts';
import { idempotencyDays, secondsPerDay } from '../../../contract/rules/retention.ts';
import { dynamodb, ses } from '../../platform/aws.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import type { Mail } from './layout.ts';
import { type Envelope, sendMail } from './send-mail.ts';

interface Sending extends Omit<Envelope, 'from'> {
  /** Of several emails with the same key, only one is sent. */
  idempotencyKey: string;
  mail: Mail;
}

/** Sends emails from our address, each at most once. */
export function mailOnce(): (sending: Sending, context: Context) => Promise<void> {
  const { IDEMPOTENCY_TABLE, SENDER_ADDRESS } = readConfig({
    IDEMPOTENCY_TABLE: resourceName,
    SENDER_ADDRESS: resourceName,
  });
  const mailer = ses();
  const once = makeIdempotent(
    async ({ idempotencyKey: _, mail, ...envelope }: Sending, _context: Context) => {
      await sendMail(mailer, { from: `${brand} <${SENDER_ADDRESS}>`, ...envelope }, mail);
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
