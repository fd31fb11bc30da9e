import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CloudWatchClient, SetAlarmStateCommand } from '@aws-sdk/client-cloudwatch';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { siteNameOf } from '../../lib/stages.ts';
import { behindTheScenes } from '../../local/behind-the-scenes.ts';
import type { Mailbox } from '../../local/fakes/ses/mailbox.ts';
import type { OpenStripe } from '../../local/fakes/stripe/open-stripe.ts';
import { type LocalStack, scheduledFunctions } from '../../local/read-stack.ts';
import { localClient } from '../../scripts/commands/stage/connect.ts';
import { callMinistack, invokeFunction } from './call-ministack.ts';
import type { Deployed } from './read-deployed.ts';

interface Sources {
  port: number;
  deployed: Deployed;
  /** The stack of the local cloud. */
  stack: LocalStack;
  mailbox: Mailbox;
  /** A client that names tables like the local cloud. */
  dynamodb: DynamoDBDocumentClient;
  stripe: OpenStripe;
  /** The address of the API without the distribution. */
  gateway: string;
}

/** The pages below `/__local/`, with the data of MiniStack. */
export function openLocalPages({ port, deployed, stack, mailbox, dynamodb, stripe, gateway }: Sources) {
  const deadLetterQueues = deployed.deadLetterQueues.map(({ queueUrl }) => lastPartOf(queueUrl));

  /** Invokes a function with the messages that its schedules send to its queue. */
  async function runScheduled(name: string, queue: string): Promise<void> {
    const events = stack.schedules.filter((schedule) => schedule.queue === queue);
    const Records = events.map(({ event }) => ({ messageId: randomUUID(), body: JSON.stringify(event) }));
    await invokeFunction(port, deployed.functionNamed(name), { Records });
  }

  const cloudWatch = new CloudWatchClient(localClient(`http://127.0.0.1:${port}`));
  async function setAlarm(
    localName: string,
    StateValue: 'OK' | 'ALARM' | 'INSUFFICIENT_DATA',
  ): Promise<boolean> {
    const AlarmName = localName.replace(siteNameOf('local'), siteNameOf('dev'));
    await cloudWatch.send(new SetAlarmStateCommand({ AlarmName, StateValue, StateReason: 'By hand.' }));
    return true;
  }

  const show = behindTheScenes({
    bus: { recent: () => [] },
    readQueue: async (name) => (await readQueues(port))[name] ?? [],
    deadLetterQueues,
    mailbox,
    // MiniStack reports no failures of emails.
    mailer: { play: async () => false, allow: async () => false, suppressed: async () => ({}) },
    tables: [...deployed.named('AWS::DynamoDB::GlobalTable').keys()],
    dynamodb,
    scheduled: new Map(
      scheduledFunctions(stack).map(({ name, queue }) => [name, () => runScheduled(name, queue)]),
    ),
    alarms: { list: () => [], set: setAlarm },
    stripe,
    services: { API: `all routes, at ${gateway}` },
    logs: () => readLogs(port),
  });
  return async (path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    if (path !== '/__local/queued.json') return show(path, request, response);
    const queues = Object.entries(await readQueues(port));
    const queued = queues.flatMap(([name, bodies]) =>
      deadLetterQueues.includes(name) ? [] : bodies.map(() => name),
    );
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(queued));
    return true;
  };
}

const lastPartOf = (url: string) => url.split('/').at(-1) ?? '';

/** The bodies of the messages in each queue, without receiving them. */
async function readQueues(port: number): Promise<Record<string, string[]>> {
  type Queues = Record<string, { Body: string }[]>;
  const { body } = await callMinistack(port, { method: 'GET', path: '/_ministack/sqs/messages' });
  const accounts: Record<string, Record<string, Queues>> = JSON.parse(body.toString()).messages;
  const queues = Object.values(accounts).flatMap((regions) =>
    Object.values(regions).flatMap(Object.entries<Queues[string]>),
  );
  return Object.fromEntries(
    queues.map(([url, messages]) => [lastPartOf(url), messages.map(({ Body }) => Body)]),
  );
}

/** The lines that functions logged, newest first, each after its function. */
async function readLogs(port: number): Promise<string[]> {
  const groups = await listAll<{ logGroupName: string }>(port, 'DescribeLogGroups', 'logGroups', {});
  const events = await Promise.all(
    groups.map(({ logGroupName }) =>
      listAll<{ timestamp: number; message: string }>(port, 'FilterLogEvents', 'events', { logGroupName }),
    ),
  );
  return events
    .flat()
    .sort((one, other) => other.timestamp - one.timestamp)
    .flatMap(({ message }) => message.split('\n').map((line) => `function: ${line}`));
}

/** All pages of an operation of CloudWatch Logs, for which this repository has no client. */
async function listAll<Item>(
  port: number,
  operation: string,
  list: string,
  request: object,
): Promise<Item[]> {
  const items: Item[] = [];
  let nextToken: string | undefined;
  do {
    const { body } = await callMinistack(port, {
      method: 'POST',
      path: '/',
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `Logs_20140328.${operation}` },
      body: JSON.stringify({ ...request, nextToken }),
    });
    const page = JSON.parse(body.toString());
    items.push(...(page[list] ?? []));
    ({ nextToken } = page);
  } while (nextToken);
  return items;
}
