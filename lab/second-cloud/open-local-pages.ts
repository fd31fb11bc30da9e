import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { behindTheScenes } from '../../local/behind-the-scenes.ts';
import type { Mailbox } from '../../local/fakes/ses/mailbox.ts';
import type { OpenStripe } from '../../local/fakes/stripe/open-stripe.ts';
import type { LocalStack } from '../../local/read-stack.ts';
import { callMinistack, invokeFunction } from './call-ministack.ts';
import type { Deployed } from './read-deployed.ts';
import { readLogs } from './read-logs.ts';

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

  /** Invokes a function with the event of each of its schedules. */
  async function runScheduled(functionId: string): Promise<void> {
    const { name = '' } = stack.functions.find(({ id }) => id === functionId) ?? {};
    for (const { event = scheduledEvent(), functionIds } of stack.schedules)
      if (functionIds.includes(functionId)) await invokeFunction(port, deployed.functionNamed(name), event);
  }

  const show = behindTheScenes({
    bus: { recent: () => [], runScheduled },
    readQueue: async (name) => (await readQueues(port))[name] ?? [],
    deadLetterQueues,
    mailbox,
    // MiniStack reports no failures of emails.
    mailer: { play: async () => false, allow: async () => false, suppressed: async () => ({}) },
    tables: [...deployed.named('AWS::DynamoDB::GlobalTable').keys()],
    dynamodb,
    schedules: stack.schedules,
    functions: stack.functions,
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

const scheduledEvent = () => ({
  version: '0',
  id: randomUUID(),
  source: 'aws.events',
  'detail-type': 'Scheduled Event',
  time: new Date().toISOString(),
  detail: {},
});

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
