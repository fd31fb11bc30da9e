import { Agent, type IncomingMessage, type RequestListener } from 'node:http';
import { readBody } from '../../local/server/read-body.ts';
import { type Answer, callMinistack, invokeFunction, respond, withoutConnection } from './call-ministack.ts';
import type { Deployed } from './read-deployed.ts';

interface Front {
  port: number;
  deployed: Deployed;
  /** The content of `/config.json`. */
  settings: object;
}

/**
 * MiniStack starts a process for each concurrent call of a function. A hundred at once would not start within the
 * timeout of the function.
 */
const agent = new Agent({ maxSockets: 12 });

/** The site as the distribution serves it. */
export function serveSite(front: Front): RequestListener {
  return async (request, response) =>
    respond(response, await askSite(front, request, await readBody(request)), request.method);
}

async function askSite(front: Front, request: IncomingMessage, body: Buffer): Promise<Answer> {
  const { port, deployed, settings } = front;
  const { method = '', url: path = '', headers, socket } = request;
  const { host } = new URL(deployed.output('SiteUrl'));
  const answer = await callMinistack(port, {
    method,
    path,
    headers: { ...withoutConnection(headers), host, 'x-forwarded-proto': 'https' },
    body,
    clientAddress: socket.remoteAddress,
    agent,
  });
  if (path === '/config.json' && answer.status === 200)
    return { ...answer, body: Buffer.from(JSON.stringify(settings)) };
  const isMissing = answer.status === 403 && String(answer.headers['content-type']).includes('xml');
  return isMissing && !path.startsWith('/api/') ? askMissingPage(front, method, path, answer) : answer;
}

/** The second origin of each group handles requests for missing files. */
async function askMissingPage(
  { port, deployed }: Front,
  method: string,
  url: string,
  { headers }: Answer,
): Promise<Answer> {
  const [path = '', query = ''] = url.split('?');
  const page = (await invokeFunction(port, deployed.functionNamed('MissingPage'), {
    version: '2.0',
    rawPath: path,
    rawQueryString: query,
    headers: {},
    requestContext: { http: { method, path } },
    isBase64Encoded: false,
  })) as { statusCode: number; headers: Record<string, string>; body?: string; isBase64Encoded?: boolean };
  return {
    status: page.statusCode,
    headers: { ...headers, ...page.headers },
    body: Buffer.from(page.body ?? '', page.isBase64Encoded ? 'base64' : 'utf8'),
  };
}
