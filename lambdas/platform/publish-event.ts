import { type EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { type Caused, type DetailOf, type EventName, events } from '../../contract/events/events.ts';
import { requestId } from './request-id.ts';

/**
 * Puts one event on the bus, with the request that it follows from, and returns when the bus has it.
 * @throws Error when the bus refuses it: EventBridge answers 200 also then, and says so per entry.
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
