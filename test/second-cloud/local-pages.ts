import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { openPaymentsPage } from '../../local/fakes/stripe/open-payments-page.ts';
import type { OpenStripe } from '../../local/fakes/stripe/open-stripe.ts';
import type { LocalStack } from '../../local/read-stack.ts';
import { localClient } from '../../scripts/commands/stage/connect.ts';
import { askMinistack, callService, invokeFunction } from './ask-ministack.ts';
import type { MailRecorder } from './mail-recorder.ts';
import type { Deployed } from './read-deployed.ts';

interface Sources {
  port: number;
  deployed: Deployed;
  /** The stack of the local cloud. */
  stack: LocalStack;
  mails: MailRecorder;
  stripe: OpenStripe;
  /** Where the API answers without the distribution. */
  gateway: string;
}

/** The pages below `/__local/` that specs read, as local/behind-the-scenes.ts serves them. */
export function openLocalPages({ port, deployed, stack, mails, stripe, gateway }: Sources) {
  const tables = deployed.named('AWS::DynamoDB::GlobalTable');
  const dynamodb = DynamoDBDocumentClient.from(new DynamoDBClient(localClient(`http://127.0.0.1:${port}`)));
  const showStripe = openPaymentsPage(stripe);

  async function readTables(only: string | null): Promise<object> {
    const selected = [...tables].filter(([id]) => !only || id === only);
    return Object.fromEntries(
      await Promise.all(selected.map(async ([id, name]) => [id, await scan(dynamodb, name)] as const)),
    );
  }

  async function readDeadLetters(): Promise<object> {
    const queues = await readQueues(port);
    return Object.fromEntries(
      deployed.deadLetterQueues.map(({ consumer, queueUrl }) => [
        `Events${consumer}DeadLetters`,
        (queues[lastPartOf(queueUrl)] ?? []).map(({ Body }) => Body),
      ]),
    );
  }

  async function listQueued(): Promise<string[]> {
    const deadLetters = new Set(deployed.deadLetterQueues.map(({ queueUrl }) => lastPartOf(queueUrl)));
    const queues = Object.entries(await readQueues(port)).filter(([name]) => !deadLetters.has(name));
    return queues.flatMap(([name, messages]) => messages.map(() => name));
  }

  /** Invokes a function as each of its schedules does. */
  async function run(name: string, response: ServerResponse): Promise<void> {
    const { id = '' } = stack.functions.find((lambda) => lambda.name === name) ?? {};
    const schedules = stack.schedules.filter(({ functionIds }) => functionIds.includes(id));
    for (const { event = scheduledEvent() } of schedules)
      await invokeFunction(port, deployed.functionNamed(name), event);
    response.writeHead(schedules.length > 0 ? 303 : 404, { location: '/__local/' }).end();
  }

  function showAttachment(mailId: string, position: number, response: ServerResponse): void {
    const attachment = mails.list().find(({ id }) => id === mailId)?.attachments?.[position];
    if (!attachment) return void response.writeHead(404).end('There is no such attachment.');
    const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(attachment.fileName)}`;
    response.writeHead(200, { 'content-type': attachment.type, 'content-disposition': disposition });
    response.end(Buffer.from(attachment.content, 'base64'));
  }

  const json: Record<string, (query: URLSearchParams) => unknown> = {
    '/__local/mail.json': (query) =>
      mails.list().filter(({ to }) => !query.get('to') || to === query.get('to')),
    '/__local/tables.json': (query) => readTables(query.get('table')),
    '/__local/dead-letters.json': readDeadLetters,
    '/__local/logs.json': () => readLogs(port),
    '/__local/queued.json': listQueued,
  };

  /** Answers a request for a local page; 404 when there is none at this path. */
  return async ({ pathname, searchParams }: URL, request: IncomingMessage, response: ServerResponse) => {
    const [, name] = /^\/__local\/run\/(\w+)$/.exec(pathname) ?? [];
    const [, mailId, position] = /^\/__local\/mail\/([\w-]+)\/attachments\/(\d+)$/.exec(pathname) ?? [];
    if (pathname === '/__local/stripe') await showStripe(request, response);
    else if (name) await run(name, response);
    else if (mailId) showAttachment(mailId, Number(position), response);
    else if (pathname === '/__local/') response.end(`The API has all routes, at ${gateway}`);
    else if (json[pathname]) {
      const body = JSON.stringify(await json[pathname](searchParams));
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    } else response.writeHead(404).end('The second cloud has no such page.');
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

async function scan(client: DynamoDBDocumentClient, TableName: string): Promise<object[]> {
  const items: object[] = [];
  for await (const page of paginateScan({ client }, { TableName })) items.push(...(page.Items ?? []));
  return items;
}

/** The messages in each queue, without receiving them. */
async function readQueues(port: number): Promise<Record<string, { Body: string }[]>> {
  const { body } = await askMinistack(port, { method: 'GET', path: '/_ministack/sqs/messages' });
  const accounts: Record<string, Record<string, Record<string, { Body: string }[]>>> = JSON.parse(
    body.toString(),
  ).messages;
  const queues = Object.values(accounts).flatMap((regions) => Object.values(regions).flatMap(Object.entries));
  return Object.fromEntries(queues.map(([url, messages]) => [lastPartOf(url), messages]));
}

/** The lines that functions logged, newest first. */
async function readLogs(port: number): Promise<string[]> {
  const groups = await listLogs<{ logGroupName: string }>(port, 'DescribeLogGroups', 'logGroups', {});
  const events = await Promise.all(
    groups.map(({ logGroupName }) =>
      listLogs<{ timestamp: number; message: string }>(port, 'FilterLogEvents', 'events', { logGroupName }),
    ),
  );
  return events
    .flat()
    .sort((one, other) => other.timestamp - one.timestamp)
    .flatMap(({ message }) => message.split('\n').map((line) => `function: ${line}`));
}

/** All pages of an operation of CloudWatch Logs. */
async function listLogs<Item>(
  port: number,
  operation: string,
  list: string,
  request: object,
): Promise<Item[]> {
  const items: Item[] = [];
  let nextToken: string | undefined;
  do {
    const page = await callService<Record<string, Item[]> & { nextToken?: string }>(
      port,
      'logs',
      `Logs_20140328.${operation}`,
      { ...request, nextToken },
    );
    items.push(...(page[list] ?? []));
    ({ nextToken } = page);
  } while (nextToken);
  return items;
}
