import type { Message } from '@aws-sdk/client-sqs';
import * as z from 'zod';

/** An event that a function could not handle. */
export interface DeadLetter {
  eventId: string;
  eventType: string;
  /** The event that the function received, in JSON. */
  event: string;
  /** The error, without content of the event. */
  error: string;
}

const eventShape = z.object({ id: z.string(), source: z.string(), 'detail-type': z.string() });

/** @see https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html */
const recordOfLambda = z.object({
  requestPayload: eventShape,
  requestContext: z.object({ condition: z.string() }),
  responsePayload: z
    .object({ errorType: z.string().optional(), errorMessage: z.string().optional() })
    .nullish(),
});

/**
 * Reads a message of a dead-letter queue: Lambda's record of a failed event, or an event that
 * EventBridge could not deliver to the function.
 * @returns null for any other message
 */
export function readDeadLetter({
  Body: body = '',
  MessageAttributes: attributes = {},
}: Message): DeadLetter | null {
  const content = parseJson(body);
  const record = recordOfLambda.safeParse(content);
  if (record.success) {
    const { requestContext, responsePayload } = record.data;
    return {
      ...describeEvent(record.data.requestPayload, (content as { requestPayload: unknown }).requestPayload),
      error: describeError(
        [responsePayload?.errorType, responsePayload?.errorMessage],
        requestContext.condition,
      ),
    };
  }
  // https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-rule-dlq.html
  const code = attributes.ERROR_CODE?.StringValue;
  const event = eventShape.safeParse(content);
  if (!code || !event.success) return null;
  return {
    ...describeEvent(event.data, content),
    error: describeError([code, attributes.ERROR_MESSAGE?.StringValue], code),
  };
}

/**
 * Reads a message of the dead-letter queue of a queue: the message as it was sent. SQS keeps no
 * error with it.
 */
export function readQueuedMessage(
  { Body: body = '', MessageId: id = '' }: Message,
  consumer: string,
): DeadLetter {
  const event = eventShape.safeParse(parseJson(body));
  const error = `see the log of ${consumer}`;
  if (event.success) return { ...describeEvent(event.data, parseJson(body)), error };
  return { eventId: id, eventType: 'message', event: body, error };
}

function describeEvent(
  { id, 'detail-type': eventType }: z.infer<typeof eventShape>,
  event: unknown,
): Omit<DeadLetter, 'error'> {
  return { eventId: id, eventType, event: JSON.stringify(event) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const maxErrorCharacters = 160;

/**
 * One line, without the addresses that messages of AWS repeat ("ana@example.com is not verified").
 */
function describeError(parts: (string | undefined)[], otherwise: string): string {
  const text = parts.filter(Boolean).join(': ') || otherwise;
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').replace(/[^\s<>"'(),:;=]+@[^\s<>"'(),:;=]+/g, '…@…');
  return line.length > maxErrorCharacters ? `${line.slice(0, maxErrorCharacters)}…` : line;
}
