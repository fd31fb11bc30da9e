import { setTimeout as wait } from 'node:timers/promises';
import { mailingMessage } from '../../domain/mailings/mailing-message.ts';
import { sendMailing } from '../../domain/mailings/send-mailing.ts';
import { sqs } from '../../platform/aws/sqs.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { consumeBatch } from '../../platform/consume-batch.ts';
import { sendMessage } from '../../platform/send-message.ts';
import { mailingDependencies } from '../../wiring/mailing-dependencies.ts';

const { MAILING_QUEUE_URL } = readConfig({ MAILING_QUEUE_URL: resourceName });
const queue = sqs();
const dependencies = mailingDependencies({ now: () => new Date(), wait });

/** Enough for a batch whose calls are slow. */
const reservedMs = 60_000;

export const handler = consumeBatch(async (messages, context) => {
  const slugs = new Set(messages.map((message) => mailingMessage.parse(message)));
  const hasTime = () => context.getRemainingTimeInMillis() > reservedMs;
  for (const slug of slugs) {
    const end = await sendMailing({ ...dependencies, hasTime }, slug);
    if (end === 'out of time')
      await sendMessage(queue, {
        queueUrl: MAILING_QUEUE_URL,
        group: 'sendMailing',
        message: { continues: slug },
      });
  }
});
