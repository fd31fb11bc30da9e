import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type * as z from 'zod';
import { causeOf } from '../../contract/events/events.ts';
import { describeError, logger, withoutServiceMessage } from './logger.ts';
import { parseJson } from './parse-json.ts';
import { followRequest } from './request-id.ts';

/**
 * Turns a domain function into the Lambda handler of a FIFO queue that delivers several messages of one group at a time. When the function
 * throws, SQS delivers all of them again. A message that cannot be read fails with everything behind it, so that the order stays, and moves to
 * the dead-letter queue in the end.
 */
export function consumeBatch<Message extends z.ZodType>(
  schema: Message,
  act: (messages: z.output<Message>[], context: Context) => Promise<void>,
) {
  return async ({ Records: records }: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    const [first] = records;
    const { detail, ...message } = (parseJson(first?.body ?? '') ?? {}) as { detail?: object; id?: string };
    const cause = causeOf(detail ?? message) ?? message.id ?? context.awsRequestId;
    return followRequest(cause, context, async () => {
      const { messages, unread } = readAll(records);
      try {
        if (messages.length > 0) await act(messages, context);
        logger.info('handled the messages', { messageIds: records.map(({ messageId }) => messageId) });
      } catch (error) {
        logger.error('failed to handle the messages', { error: describeError(error) });
        throw withoutServiceMessage(error);
      }
      return { batchItemFailures: unread.map(({ messageId }) => ({ itemIdentifier: messageId })) };
    });
  };

  /** Everything in front of the first message that cannot be read, and that message with all behind it. */
  function readAll(records: SQSRecord[]): { messages: z.output<Message>[]; unread: SQSRecord[] } {
    const messages: z.output<Message>[] = [];
    for (const [index, { body, messageId }] of records.entries()) {
      const { data, error } = schema.safeParse(parseJson(body));
      if (error) {
        logger.error('cannot read a message', { messageId, error: describeError(error) });
        return { messages, unread: records.slice(index) };
      }
      messages.push(data);
    }
    return { messages, unread: [] };
  }
}
