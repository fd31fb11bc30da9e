import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateEventBusCommand,
  EventBridgeClient,
  PutRuleCommand,
  PutTargetsCommand,
} from '@aws-sdk/client-eventbridge';
import { CreateQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { BusEvent } from '../../../local/fakes/eventbridge/bus-event.ts';
import { openEventBus } from '../../../local/fakes/eventbridge/event-bus.ts';
import { openQueueStore } from '../../../local/fakes/sqs/queue-store.ts';
import type { Started } from '../comparison.ts';
import { startMoto, testClientConfig } from '../install-moto.ts';
import { startOurServices } from '../our-services.ts';

/** The bus `site`, whose only rule sends the events of one source to a queue. */
export interface ComparableBus {
  bridge: EventBridgeClient;
  /** The events that arrived in the queue since the last time. */
  receive(): Promise<BusEvent[]>;
}

export const busName = 'site';
export const source = 'lorewright';
const pattern = { source: [source] };
const queue = 'events';
/** Longer than a comparison, so that each event is received once. */
const visibilitySeconds = 12 * 60 * 60;

export async function startOurBus(): Promise<Started<ComparableBus>> {
  const dir = await mkdtemp(join(tmpdir(), 'conformance-bus-'));
  const queues = await openQueueStore({
    dir: join(dir, 'queues'),
    queues: [{ name: queue, isFifo: false, visibilitySeconds }],
  });
  const bus = await openEventBus({
    dir: join(dir, 'bus'),
    region: 'us-east-1',
    rules: [{ bus: busName, pattern, functionIds: [], queues: [{ name: queue }] }],
    schedules: [],
    functions: [],
    queues,
    onProblem: console.error,
  });
  const services = await startOurServices({ bus, queues });
  return {
    service: busAt(services.endpoint, `${services.endpoint}/${queue}`),
    async stop() {
      await services.close();
      bus.stop();
      await rm(dir, { recursive: true });
    },
  };
}

export async function startMotoBus(): Promise<Started<ComparableBus>> {
  const { url, stop } = await startMoto();
  const sqs = new SQSClient(testClientConfig(url));
  const { QueueUrl = '' } = await sqs.send(
    new CreateQueueCommand({
      QueueName: queue,
      Attributes: { VisibilityTimeout: String(visibilitySeconds) },
    }),
  );
  const service = busAt(url, QueueUrl);
  const rule = { EventBusName: busName, Name: 'all' };
  await service.bridge.send(new CreateEventBusCommand({ Name: busName }));
  await service.bridge.send(new PutRuleCommand({ ...rule, EventPattern: JSON.stringify(pattern) }));
  await service.bridge.send(
    new PutTargetsCommand({
      EventBusName: busName,
      Rule: rule.Name,
      Targets: [{ Id: 'queue', Arn: `arn:aws:sqs:us-east-1:123456789012:${queue}` }],
    }),
  );
  return { service, stop };
}

function busAt(endpoint: string, QueueUrl: string): ComparableBus {
  const sqs = new SQSClient(testClientConfig(endpoint));
  return {
    bridge: new EventBridgeClient(testClientConfig(endpoint)),
    async receive() {
      const events: BusEvent[] = [];
      for (;;) {
        const { Messages = [] } = await sqs.send(
          new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
        );
        if (Messages.length === 0) return events;
        events.push(...Messages.map(({ Body = '' }) => JSON.parse(Body)));
      }
    },
  };
}
