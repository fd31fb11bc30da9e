import type { Context } from 'aws-lambda';
import type { consume } from './consume.ts';

/** Passes an event to its consumer as the bus does. */
export function deliver(
  handler: ReturnType<typeof consume>,
  detail: object,
  context: Partial<Context> = {},
): Promise<void> {
  return handler({ id: 'event-1', detail } as never, context as Context);
}
