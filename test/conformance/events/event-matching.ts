import {
  CreateEventBusCommand,
  EventBridgeClient,
  PutEventsCommand,
  PutRuleCommand,
  PutTargetsCommand,
} from '@aws-sdk/client-eventbridge';
import { CreateQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { matchEventPattern } from '../../../local/fakes/eventbridge/match-event-pattern.ts';
import type { Started } from '../comparison.ts';
import { startMoto, testClientConfig } from '../install-moto.ts';

export type Pattern = Record<string, unknown>;

export interface SentEvent {
  source: string;
  'detail-type': string;
  detail: unknown;
}

export interface EventMatching {
  /** For each pattern, the positions of the events that it matches. */
  match(patterns: Pattern[], events: SentEvent[]): Promise<number[][]>;
}

export async function startOurMatching(): Promise<Started<EventMatching>> {
  return {
    service: {
      match: async (patterns, events) =>
        patterns.map((pattern) =>
          events.flatMap((event, index) => (matchEventPattern(pattern, event) ? [index] : [])),
        ),
    },
    stop: async () => {},
  };
}

/** moto has no TestEventPattern, so each pattern is a rule that sends its events to a queue. */
export async function startMotoMatching(): Promise<Started<EventMatching>> {
  const { url, stop } = await startMoto();
  const bridge = new EventBridgeClient(testClientConfig(url));
  const sqs = new SQSClient(testClientConfig(url));
  let names = 0;

  async function addRule(bus: string, pattern: Pattern): Promise<string> {
    const name = `rule-${++names}`;
    const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName: name }));
    await bridge.send(
      new PutRuleCommand({ Name: name, EventBusName: bus, EventPattern: JSON.stringify(pattern) }),
    );
    const Arn = `arn:aws:sqs:us-east-1:123456789012:${name}`;
    await bridge.send(
      new PutTargetsCommand({ Rule: name, EventBusName: bus, Targets: [{ Id: 'queue', Arn }] }),
    );
    return QueueUrl;
  }

  async function receiveAll(QueueUrl: string): Promise<number[]> {
    const positions: number[] = [];
    for (;;) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
      );
      if (Messages.length === 0) return positions.sort((a, b) => a - b);
      for (const { Body = '' } of Messages) positions.push(Number(JSON.parse(Body).resources[0]));
    }
  }

  return {
    service: {
      async match(patterns, events) {
        const bus = `bus-${++names}`;
        await bridge.send(new CreateEventBusCommand({ Name: bus }));
        const queues: string[] = [];
        for (const pattern of patterns) queues.push(await addRule(bus, pattern));
        for (const [index, event] of events.entries())
          await bridge.send(
            new PutEventsCommand({
              Entries: [
                {
                  EventBusName: bus,
                  Source: event.source,
                  DetailType: event['detail-type'],
                  Detail: JSON.stringify(event.detail),
                  Resources: [String(index)],
                },
              ],
            }),
          );
        const matches: number[][] = [];
        for (const queue of queues) matches.push(await receiveAll(queue));
        return matches;
      },
    },
    stop,
  };
}
