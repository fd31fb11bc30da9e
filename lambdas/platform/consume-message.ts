import type { Context, SQSEvent, SQSRecord } from 'aws-lambda';
import { causeOf } from '../../contract/events/event-type.ts';
import type * as z from '../../contract/zod.ts';
import { describeError, logger, withoutServiceMessage } from './logger.ts';
import { parseJson } from './parse-json.ts';
import { followRequest } from './request-id.ts';

/**
 * Turns a domain function into the Lambda handler of a queue that delivers one message at a time. A message may arrive more than once. When
 * the function throws, SQS delivers the message again, and in the end moves it to the dead-letter queue.
 */
export function consumeMessage<Message extends z.ZodMiniType>(
  schema: Message,
  act: (message: z.output<Message>) => Promise<void>,
) {
  return async ({ Records: records }: SQSEvent, context: Context): Promise<void> => {
    for (const record of records) await handleRecord(record, context);
  };

  async function handleRecord({ messageId, body }: SQSRecord, context: Context): Promise<void> {
    const content = parseJson(body);
    await followRequest(causeOf(content) ?? messageId, context, async () => {
      logger.appendKeys({ messageId });
      try {
        await act(schema.parse(content));
        logger.info('handled the message');
      } catch (error) {
        logger.error('failed to handle the message', { error: describeError(error) });
        throw withoutServiceMessage(error);
      }
    });
  }
}
