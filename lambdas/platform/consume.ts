import type { Context, EventBridgeEvent, SQSEvent } from 'aws-lambda';
import { causeOf, type EventType } from '../../contract/events/event-type.ts';
import type * as z from '../../contract/zod.ts';
import { describeError, logger, withoutServiceMessage } from './logger.ts';
import { parseJson } from './parse-json.ts';
import { followRequest } from './request-id.ts';

type EventHandler = (event: EventBridgeEvent<string, unknown>, context: Context) => Promise<void>;

/** The handler of one event type. */
type Consumer = EventHandler & { eventType: string };

/**
 * Turns a domain function into the Lambda handler of one event type. It may run more than once for an event, with the same event id, so it
 * must be safe to repeat. When it throws, Lambda retries, and in the end the event moves to the dead-letter queue.
 */
export function consume<Type extends EventType>(
  { type, detail: schema }: Type,
  act: (detail: z.output<Type['detail']>, context: Context, eventId: string) => Promise<void>,
): Consumer {
  const handle = (event: EventBridgeEvent<string, unknown>, context: Context): Promise<void> =>
    // An event that follows from no request starts a chain of its own: all its consumers log the event's id.
    followRequest(causeOf(event.detail) ?? event.id ?? context.awsRequestId, context, async () => {
      logger.appendKeys({ eventId: event.id, eventType: type });
      try {
        await act(schema.parse(event.detail) as z.output<Type['detail']>, context, event.id);
        logger.info('handled the event');
      } catch (error) {
        logger.error('failed to handle the event', { error: describeError(error) });
        throw withoutServiceMessage(error);
      }
    });
  return Object.assign(handle, { eventType: type });
}

/** The Lambda handler of a function with several consumers: each event goes to the one of its type. */
export function consumeAll(consumers: Consumer[]): EventHandler {
  const byType = new Map(consumers.map((consumer) => [consumer.eventType, consumer]));
  return async (event, context) => {
    const consumer = byType.get(event['detail-type']);
    if (!consumer) throw new Error(`No consumer handles events of the type ${event['detail-type']}.`);
    await consumer(event, context);
  };
}

/**
 * The same for a function that gets its events from a queue, one at a time. When it throws, SQS delivers the event again, and in the end
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
