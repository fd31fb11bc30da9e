import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { readBody } from '../../local/server/read-body.ts';
import { apiPath } from './adapt-template.ts';
import { type Answer, askMinistack, invokeFunction } from './ask-ministack.ts';
import type { openLocalPages } from './local-pages.ts';
import type { MailRecorder } from './mail-recorder.ts';
import type { Deployed } from './read-deployed.ts';
import type { openUserPool } from './user-pool.ts';

interface Front {
  port: number;
  deployed: Deployed;
  askUserPool: ReturnType<typeof openUserPool>;
  showLocalPage: ReturnType<typeof openLocalPages>;
  mails: MailRecorder;
  /** The content of `/config.json`. */
  settings: object;
}

/** Below these paths, programs find services of AWS. */
export const servePaths = { mail: '/__local/ses', tables: '/__local/dynamodb', userPool: '/__local/cognito' };

/**
 * The one address that specs use: the site as the distribution serves it, the local pages, and the services of AWS that need more than
 * MiniStack does.
 */
export function serveSecondCloud(front: Front): RequestListener {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(`http://localhost${request.url}`);
    if (!/^(localhost|127\.0\.0\.1)(:\d+)?$/.test(request.headers.host ?? ''))
      return void response.writeHead(403).end('Only this machine may use the second cloud.');
    if (url.pathname.startsWith('/__local/') && !isService(url.pathname))
      return front.showLocalPage(url, request, response);
    const body = await readBody(request);
    if (url.pathname === servePaths.userPool) return send(response, await front.askUserPool(request.headers, body));
    if (isService(url.pathname)) return send(response, await askService(front, request, body));
    send(response, await askSite(front, url, request, body), request.method);
  };
  return (request, response) => {
    answer(request, response).catch((error: Error) => {
      console.error(`${request.method} ${request.url}: ${error.stack}`);
      if (!response.headersSent) response.writeHead(500);
      response.end(error.message);
    });
  };
}

const isService = (path: string) => Object.values(servePaths).some((start) => path.startsWith(start));

/** API Gateway's own address. */
export function serveGateway({ port, deployed }: Pick<Front, 'port' | 'deployed'>): RequestListener {
  const start = apiPath(deployed.nameOf('AWS::ApiGatewayV2::Api', 'HttpApi'));
  return async (request, response) => {
    const { method = '', url = '', headers } = request;
    const body = await readBody(request);
    send(response, await askMinistack(port, { method, path: start + url, headers: plain(headers), body }));
  };
}

/** Emails are recorded, and tables also have the names that they have on the local cloud. */
async function askService({ port, deployed, mails }: Front, request: IncomingMessage, body: Buffer): Promise<Answer> {
  const { method = '', url = '', headers } = request;
  const path = url.replace(/^\/__local\/\w+/, '') || '/';
  if (url.startsWith(servePaths.mail)) {
    const answer = await askMinistack(port, { method, path, headers: plain(headers), body });
    mails.record(path, body, answer);
    return answer;
  }
  const tables = deployed.named('AWS::DynamoDB::GlobalTable');
  const renamed = body.toString().replace(/"TableName":"(\w+)"/g, (same, name) => {
    const physical = tables.get(name);
    return physical ? `"TableName":"${physical}"` : same;
  });
  return askMinistack(port, { method, path, headers: plain(headers), body: renamed });
}

async function askSite(front: Front, url: URL, request: IncomingMessage, body: Buffer): Promise<Answer> {
  const { port, deployed } = front;
  const { method = '', socket } = request;
  const host = new URL(deployed.output('SiteUrl')).host;
  const answer = await askMinistack(port, {
    method,
    path: request.url ?? '',
    headers: { ...plain(request.headers), host, 'x-forwarded-proto': 'https' },
    body,
    clientAddress: socket.remoteAddress,
  });
  if (url.pathname === '/config.json' && answer.status === 200)
    return { ...answer, body: Buffer.from(JSON.stringify(front.settings)) };
  const isMissing = answer.status === 403 && String(answer.headers['content-type']).includes('xml');
  return isMissing && !url.pathname.startsWith('/api/') ? askMissingPage(front, method, url, answer) : answer;
}

/** The second origin of each group answers for files that a bucket does not have. */
async function askMissingPage({ port, deployed }: Front, method: string, url: URL, answer: Answer): Promise<Answer> {
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

/** The headers without those about the connection. */
function plain({ connection: _, 'transfer-encoding': __, ...headers }: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return headers;
}

function send(response: ServerResponse, { status, headers, body }: Answer, method = 'GET'): void {
  const isHead = method === 'HEAD';
  const length = isHead || status === 304 ? headers['content-length'] : String(body.length);
  const { 'content-length': _, ...others } = plain(headers);
  response.writeHead(status, { ...others, ...(length !== undefined && { 'content-length': length }) });
  response.end(isHead ? undefined : body);
}
