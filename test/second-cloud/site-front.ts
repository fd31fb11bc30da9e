import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { readBody } from '../../local/server/read-body.ts';
import { apiPath } from './adapt-template.ts';
import { type Answer, askMinistack, invokeFunction, respond, withoutConnection } from './ask-ministack.ts';
import type { openLocalPages } from './local-pages.ts';
import type { Deployed } from './read-deployed.ts';
import type { openUserPool } from './user-pool.ts';

interface Front {
  port: number;
  deployed: Deployed;
  askUserPool: ReturnType<typeof openUserPool>;
  showLocalPage: ReturnType<typeof openLocalPages>;
  /** The content of `/config.json`. */
  settings: object;
}

/** Where browsers and specs find the user pool. */
export const userPoolPath = '/__local/cognito';

/**
 * MiniStack starts a process for each call of a function that is under way. With a hundred at once, they would not start within the
 * timeout of the function.
 */
const maxConcurrent = 12;

/** The one address that specs use: the site as the distribution serves it, and the local pages. */
export function serveSite(front: Front): RequestListener {
  const takeTurn = openTurns(maxConcurrent);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method, headers } = request;
    const url = new URL(`http://localhost${request.url}`);
    if (!/^(localhost|127\.0\.0\.1)(:\d+)?$/.test(headers.host ?? ''))
      return void response.writeHead(403).end('Only this machine may use the second cloud.');
    if (url.pathname === userPoolPath)
      return respond(
        response,
        await front.askUserPool(String(headers['x-amz-target']), await readBody(request)),
      );
    if (url.pathname.startsWith('/__local/')) return front.showLocalPage(url, request, response);
    const body = await readBody(request);
    respond(response, await takeTurn(() => askSite(front, url, request, body)), method);
  };
  return (request, response) => {
    answer(request, response).catch((error: Error) => {
      console.error(`${request.method} ${request.url}: ${error.stack}`);
      if (!response.headersSent) response.writeHead(500);
      response.end(error.message);
    });
  };
}

/** Runs at most so many tasks at once, in the order of their arrival. */
export function openTurns(max: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      return await task();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}

/** API Gateway's own address. */
export function serveGateway({ port, deployed }: Pick<Front, 'port' | 'deployed'>): RequestListener {
  const start = apiPath(deployed.nameOf('AWS::ApiGatewayV2::Api', 'HttpApi'));
  return async (request, response) => {
    const { method = '', url = '', headers } = request;
    const question = {
      method,
      path: start + url,
      headers: withoutConnection(headers),
      body: await readBody(request),
    };
    respond(response, await askMinistack(port, question), method);
  };
}

async function askSite(front: Front, url: URL, request: IncomingMessage, body: Buffer): Promise<Answer> {
  const { port, deployed } = front;
  const { method = '', socket } = request;
  const host = new URL(deployed.output('SiteUrl')).host;
  const answer = await askMinistack(port, {
    method,
    path: request.url ?? '',
    headers: { ...withoutConnection(request.headers), host, 'x-forwarded-proto': 'https' },
    body,
    clientAddress: socket.remoteAddress,
  });
  if (url.pathname === '/config.json' && answer.status === 200)
    return { ...answer, body: Buffer.from(JSON.stringify(front.settings)) };
  const isMissing = answer.status === 403 && String(answer.headers['content-type']).includes('xml');
  return isMissing && !url.pathname.startsWith('/api/') ? askMissingPage(front, method, url, answer) : answer;
}

/** The second origin of each group answers for files that a bucket does not have. */
async function askMissingPage(
  { port, deployed }: Front,
  method: string,
  url: URL,
  answer: Answer,
): Promise<Answer> {
  const { pathname: path, search } = url;
  const page = (await invokeFunction(port, deployed.functionNamed('MissingPage'), {
    version: '2.0',
    rawPath: path,
    rawQueryString: search.slice(1),
    headers: {},
    requestContext: { http: { method, path } },
    isBase64Encoded: false,
  })) as { statusCode: number; headers: Record<string, string>; body?: string; isBase64Encoded?: boolean };
  return {
    status: page.statusCode,
    headers: { ...answer.headers, ...page.headers },
    body: Buffer.from(page.body ?? '', page.isBase64Encoded ? 'base64' : 'utf8'),
  };
}
