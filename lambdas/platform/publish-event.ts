import { type EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { type Caused, type DetailOf, type EventName, events } from '../../contract/events/events.ts';
import { requestId } from './request-id.ts';

/**
 * Publishes one event with the id of the request that caused it, and returns when the bus has accepted it.
 * @throws Error when the bus rejects it: EventBridge answers 200 even then, and reports the failure per entry.
 */
export async function publishEvent<Name extends EventName>(
  client: EventBridgeClient,
  busName: string,
  name: Name,
  detail: DetailOf<Name>,
): Promise<void> {
  const { Entries: entries = [], FailedEntryCount: failedEntryCount } = await client.send(
    new PutEventsCommand({
      Entries: [
        {
          EventBusName: busName,
          Source: events[name].source,
          DetailType: events[name].type,
          Detail: JSON.stringify({ ...detail, causedBy: requestId() } satisfies Caused),
        },
      ],
    }),
  );
  const [entry] = entries;
  if (failedEntryCount || !entry?.EventId)
    throw new Error(`The bus refused ${events[name].type}: ${entry?.ErrorCode ?? 'no reason given'}`);
}
