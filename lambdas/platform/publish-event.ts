import type { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import type { Caused, EventType } from '../../contract/events/event-type.ts';
import type * as z from '../../contract/zod.ts';
import { requestId } from './request-id.ts';

export interface EventBus {
  connect: () => Promise<EventBridgeClient>;
  name: string;
}

/** The bus has answered and rejected an event. The message contains nothing of the event's content. */
export class RefusedEvent extends Error {}

/**
 * Publishes one event with the id of the request that caused it, and returns when the bus has accepted it.
 * @throws RefusedEvent when the bus rejects it: EventBridge answers 200 even then, and reports the failure per entry.
 */
export async function publishEvent<Type extends EventType>(
  { connect, name }: EventBus,
  { source, type }: Type,
  detail: z.output<Type['detail']>,
): Promise<void> {
  const { PutEventsCommand } = await import('@aws-sdk/client-eventbridge');
  const client = await connect();
  const { Entries: entries = [], FailedEntryCount: failedEntryCount } = await client.send(
    new PutEventsCommand({
      Entries: [
        {
          EventBusName: name,
          Source: source,
          DetailType: type,
          Detail: JSON.stringify({ ...detail, causedBy: requestId() } satisfies Caused),
        },
      ],
    }),
  );
  const [entry] = entries;
  if (failedEntryCount || !entry?.EventId)
    throw new RefusedEvent(
      `The bus refused ${type}: ${[entry?.ErrorCode ?? 'no reason given', entry?.ErrorMessage].filter(Boolean).join(', ')}`,
    );
}
