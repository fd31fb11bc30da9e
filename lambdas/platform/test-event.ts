import type { Context } from 'aws-lambda';
import { vi } from 'vitest';
import type { consumeTogether } from './consume.ts';
import { logger } from './logger.ts';

type QueueHandler = ReturnType<typeof consumeTogether>;

interface DeliveryOptions extends Partial<Context> {
  id?: string;
  /** Needed by a consumer of several types. */
  type?: string;
}

/**
 * Passes an event to its consumer as the queue does.
 * @throws Error what the consumer logs about a failure
 */
export const deliver = (
  handler: QueueHandler,
  detail: object,
  { id = 'event-1', type, ...context }: DeliveryOptions = {},
): Promise<void> => deliverMessages(handler, [{ id, 'detail-type': type, detail }], context);

/**
 * Passes messages to a consumer in one batch.
 * @throws Error what the consumer logs about a failure
 */
export async function deliverMessages(
  handler: QueueHandler,
  messages: unknown[],
  context: Partial<Context> = {},
): Promise<void> {
  const logged = vi.spyOn(logger, 'error');
  const records = messages.map((message, index) => ({
    messageId: `message-${index + 1}`,
    body: typeof message === 'string' ? message : JSON.stringify(message),
  }));
  const { batchItemFailures } = await handler({ Records: records } as never, context as Context);
  if (batchItemFailures.length === 0) return;
  const failure = logged.mock.lastCall?.[1]?.error as Error | undefined;
  throw Object.assign(new Error(failure?.message), { name: failure?.name });
}
