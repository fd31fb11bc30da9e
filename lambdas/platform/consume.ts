import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { causeOf, type EventType } from '../../contract/events/event-type.ts';
import type * as z from '../../contract/zod.ts';
import { describeError, logger } from './logger.ts';
import { followRequest } from './request-id.ts';

type QueueHandler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

/** The handler of these event types. */
export type Consumer = QueueHandler & { eventTypes: string[] };

/**
 * Turns a domain function into the Lambda handler of a queue that gets events of one type. It may run more than once for an event, with the
 * same event id, so it must be safe to repeat. When it throws, SQS delivers that event again, and in the end moves it to the dead-letter queue.
 */
export function consume<Type extends Pick<EventType, 'type' | 'detail'>>(
  { type, detail: schema }: Type,
  act: (detail: z.output<Type['detail']>, context: Context, eventId: string) => Promise<void>,
): Consumer {
  const handle: QueueHandler = async ({ Records: records }, context) => {
    const failed: SQSRecord[] = [];
    for (const record of records) {
      const { id, detail } = readEvent(record);
      const isHandled = await attempt({ id, detail, type }, context, () =>
        act(schema.parse(detail) as z.output<Type['detail']>, context, id),
      );
      if (!isHandled) failed.push(record);
    }
    return failuresOf(failed);
  };
  return Object.assign(handle, { eventTypes: [type] });
}

/**
 * The Lambda handler of a queue that gets events of several types: each goes to the consumer of its type.
 * @param compose creates what the consumers share, once, when the function starts
 */
export function consumeAll<Dependencies>(
  composed: ((dependencies: Dependencies) => Consumer)[],
  compose: () => Dependencies,
): Consumer {
  const dependencies = compose();
  const consumers = composed.map((consumer) => consumer(dependencies));
  const byType = new Map(
    consumers.flatMap((consumer) => consumer.eventTypes.map((type) => [type, consumer])),
  );
  const handle: QueueHandler = async ({ Records: records }, context) => {
    const answers: SQSBatchResponse[] = [];
    for (const record of records) {
      const consumer = byType.get(readEvent(record).type) ?? rejectUnknown;
      answers.push(await consumer({ Records: [record] }, context));
    }
    return { batchItemFailures: answers.flatMap(({ batchItemFailures }) => batchItemFailures) };
  };
  return Object.assign(handle, { eventTypes: [...byType.keys()] });
}

/**
 * Turns a domain function into the Lambda handler of a queue whose messages are handled together. The function gets their parsed bodies;
 * undefined for one that is not JSON. When it throws, SQS delivers all of them again.
 */
export function consumeTogether(act: (messages: unknown[], context: Context) => Promise<void>): QueueHandler {
  return async ({ Records: records }, context) => {
    const [first] = records;
    if (!first) return failuresOf([]);
    const messages = records.map(({ body }) => parseJson(body));
    const isHandled = await attempt(readEvent(first), context, () => act(messages, context));
    return failuresOf(isHandled ? [] : records);
  };
}

interface QueuedEvent {
  id: string;
  type: string;
  detail?: unknown;
}

/**
 * A rule sends the whole event. A function sends only the detail, and the message has the id. A dead letter from before 28 November 2026 is a
 * record of Lambda, with the event as its payload.
 */
function readEvent({ body, messageId }: SQSRecord): QueuedEvent {
  const message = parseJson(body);
  const { requestPayload: event = message } = Object(message);
  const { id = messageId, 'detail-type': type = 'unknown', detail = event } = Object(event);
  return { id, type, detail };
}

/** @returns false after a failure, which it logs */
function attempt(
  { id, type, detail }: QueuedEvent,
  context: Context,
  act: () => Promise<void>,
): Promise<boolean> {
  // An event without a request starts a new chain, in which all consumers log the event's id.
  return followRequest(causeOf(detail) ?? id, context, async () => {
    logger.appendKeys({ eventId: id, eventType: type });
    try {
      await act();
      logger.info('handled the event');
      return true;
    } catch (error) {
      logger.error('failed to handle the event', { error: describeError(error) });
      return false;
    }
  });
}

const failuresOf = (records: SQSRecord[]): SQSBatchResponse => ({
  batchItemFailures: records.map(({ messageId }) => ({ itemIdentifier: messageId })),
});

const rejectUnknown: QueueHandler = async ({ Records: records }, context) => {
  for (const record of records) {
    const event = readEvent(record);
    await attempt(event, context, () => {
      throw new Error(`No consumer handles events of the type ${event.type}.`);
    });
  }
  return failuresOf(records);
};

/** Undefined for a text that is not JSON, which no schema accepts. The error of JSON.parse would repeat the text in the log. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
