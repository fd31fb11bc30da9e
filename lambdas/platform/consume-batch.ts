import type { Context, SQSEvent } from 'aws-lambda';
import { causeOf } from '../../contract/events/event-type.ts';
import { describeError, logger, withoutServiceMessage } from './logger.ts';
import { parseJson } from './parse-json.ts';
import { followRequest } from './request-id.ts';

/**
 * Turns a domain function into the Lambda handler of a FIFO queue that delivers several messages of one group at a time. The function gets
 * their parsed bodies; undefined for one that is not JSON. When it throws, SQS delivers all of them again.
 */
export function consumeBatch(act: (messages: unknown[], context: Context) => Promise<void>) {
  return async ({ Records: records }: SQSEvent, context: Context): Promise<void> => {
    const messages = records.map(({ body }) => parseJson(body));
    const { detail, ...first } = (messages[0] ?? {}) as { detail?: object; id?: string };
    const cause = causeOf(detail ?? first) ?? first.id ?? context.awsRequestId;
    await followRequest(cause, context, async () => {
      try {
        await act(messages, context);
        logger.info('handled the messages', { messageIds: records.map(({ messageId }) => messageId) });
      } catch (error) {
        logger.error('failed to handle the messages', { error: describeError(error) });
        throw withoutServiceMessage(error);
      }
    });
  };
}
