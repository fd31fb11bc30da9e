import type { IncomingMessage, RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { allCollections } from '../contract/records/article-collections.ts';
import { signedPaths } from '../contract/rules/signed-links.ts';
import { statusFiles } from '../contract/rules/status-files.ts';
import { type LocalEndpoints, localClient } from '../scripts/commands/stage/connect.ts';
import { behindTheScenes } from './behind-the-scenes.ts';
import { forward } from './fakes/cloudfront/forward.ts';
import { type LocalAlarm, stateOf } from './fakes/cloudwatch/answer-cloudwatch.ts';
import { type LocalStack, scheduledFunctions } from './read-stack.ts';
import type { Services } from './start-services.ts';

interface AnswerOptions {
  cognitoEndpoint: string;
  showLocalPage: ReturnType<typeof behindTheScenes>;
  /** Serves the distribution. */
  serveSite: RequestListener;
  /** Serves the pages in place of the built site. */
  servePages: RequestListener | undefined;
}

/** The one port that a browser uses: the site, and the local pages below `/__local/`. */
export function answerRequests({
  cognitoEndpoint,
  showLocalPage,
  serveSite,
  servePages,
}: AnswerOptions): RequestListener {
  const cognitoPort = Number(new URL(cognitoEndpoint).port);
  return (request, response) => {
    const path = pathOf(request);
    if (path === undefined) response.writeHead(400).end('The address must be a path.');
    else if (!isOurHost(request.headers.host))
      response.writeHead(403).end('Only this machine may use the local cloud.');
    else if (path === '/__local/cognito') forward(cognitoPort, '/', request, response);
    else if (path === '/__local') response.writeHead(308, { location: '/__local/' }).end();
    else if (path.startsWith('/__local/')) {
      showLocalPage(path, request, response).then(
        (shown) => shown || response.writeHead(404).end('There is no such local page.'),
        (error: Error) => response.writeHead(500).end(error.message),
      );
    } else if (servePages && !isOfTheCloud(path)) servePages(request, response);
    else serveSite(request, response);
  };
}

/** Undefined for the target of a proxy (`http://…`) or of `OPTIONS *`. */
function pathOf({ url = '/' }: IncomingMessage): string | undefined {
  // Concatenated, because the URL parser would read a host from "//host/path".
  return url.startsWith('/') ? new URL(`http://localhost${url}`).pathname : undefined;
}

/** Where browsers connect to the doorbell. */
export const doorbellPath = '/event/realtime';

/** Handles requests for a WebSocket, which only pages of this site may open. */
export function connectToDoorbell(doorbell: Services['doorbell']) {
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const { host, origin = '' } = request.headers;
    const isOurs = isOurHost(host) && (origin === '' || isOurHost(origin.replace('http://', '')));
    if (isOurs && request.url === doorbellPath) void doorbell.connect(request, socket, head);
    else socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  };
}

/** The pages below `/__local/`. */
export function openLocalPages(
  stack: LocalStack,
  { bus, queues, mailbox, mailer, dynamodb, stripe, monitoring }: Services,
  {
    deadLetterQueues,
    services,
    logs,
  }: Pick<LocalEndpoints, 'deadLetterQueues'> & {
    services: Record<string, string>;
    logs: () => string[];
  },
): ReturnType<typeof behindTheScenes> {
  const stateNow = (alarm: LocalAlarm) => stateOf(monitoring, alarm, Date.now()).state;
  return behindTheScenes({
    bus,
    readQueue: (name) => queues.list(name).map(({ message }) => message.body),
    deadLetterQueues: deadLetterQueues.map(({ queueUrl }) => queueUrl.split('/').at(-1) ?? ''),
    mailbox,
    mailer,
    tables: stack.tables.map(({ name }) => name),
    dynamodb: DynamoDBDocumentClient.from(new DynamoDBClient(localClient(dynamodb.endpoint))),
    scheduled: new Map(
      scheduledFunctions(stack).map(({ name, queue }) => [name, () => bus.runScheduled(queue)]),
    ),
    alarms: {
      list: () => monitoring.alarms.map((alarm) => ({ name: alarm.name, state: stateNow(alarm) })),
      async set(name, state) {
        const alarm = monitoring.alarms.find((each) => each.name === name);
        if (alarm) await monitoring.states.set(alarm, stateNow(alarm), state);
        return alarm !== undefined;
      },
    },
    stripe: stripe.standIn,
    services,
    logs,
  });
}

/**
 * Another site must not reach the local cloud through a host name that resolves to this machine.
 */
function isOurHost(host = ''): boolean {
  return /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(host);
}

/** The paths that the development server leaves to the local cloud. */
function isOfTheCloud(path: string): boolean {
  return /^\/(api|media)\//.test(path) || path === '/config.json' || isPublished(path) || isDownload(path);
}

const isDownload = (path: string) =>
  signedPaths.some((pattern) => {
    const [start, end = ''] = `/${pattern}`.split('*');
    return path.startsWith(start ?? '') && path.endsWith(end);
  });

/** The paths that are published while the site runs: releases, feeds, and the data of pages with articles. */
function isPublished(path: string): boolean {
  return (
    ['/version.json', '/releases.json', ...Object.values(statusFiles).map((file) => `/${file}`)].includes(
      path,
    ) ||
    path.startsWith('/updates/') ||
    allCollections.some(({ name }) => new RegExp(`^/${name}(\\.(atom|rss)|/.*\\.json)$`).test(path))
  );
}
