import type { Context, EventBridgeEvent, SQSEvent } from 'aws-lambda';
import type * as z from 'zod';
import { causeOf, type EventType } from '../../contract/events/events.ts';
import { describeError, logger, withoutTheirWords } from './logger.ts';
import { parseJson } from './parse-json.ts';
import { followRequest } from './request-id.ts';

/**
 * Turns a function of the domain into a Lambda handler of one event type. It may run more than once for an event, so
 * what it does must bear repeating; the id of the event stays the same. What it throws makes Lambda try again, and in the end fills the dead-letter queue.
 */
export function consume<Type extends EventType>(
  { type, detail: schema }: Type,
  act: (detail: z.output<Type['detail']>, context: Context, eventId: string) => Promise<void>,
) {
  return (event: EventBridgeEvent<string, unknown>, context: Context): Promise<void> =>
    // What no request of ours has led to begins with the event: all who handle it log the same id.
    followRequest(causeOf(event.detail) ?? event.id, context, async () => {
      logger.appendKeys({ eventId: event.id, eventType: type });
      try {
        await act(schema.parse(event.detail) as z.output<Type['detail']>, context, event.id);
        logger.info('handled the event');
      } catch (error) {
        logger.error('failed to handle the event', { error: describeError(error) });
        throw withoutTheirWords(error);
      }
    });
}

/**
 * The same for a function that gets its events from a queue, one at a time. What it throws makes SQS deliver the event again, and in the end
 * moves it to the dead-letter queue.
 */
export function consumeQueued<Type extends EventType>(
  type: Type,
  act: (detail: z.output<Type['detail']>, context: Context, eventId: string) => Promise<void>,
) {
  const handle = consume(type, act);
  return async ({ Records: records }: SQSEvent, context: Context): Promise<void> => {
    for (const { body, messageId } of records) {
      const event = parseJson(body) as EventBridgeEvent<string, unknown> | undefined;
      await handle(event ?? ({ id: messageId } as EventBridgeEvent<string, unknown>), context);
    }
  };
}
