import {
  request as httpRequest,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { newConnection } from '../../local/fakes/cloudfront/forward.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface Question {
  method: string;
  path: string;
  headers?: OutgoingHttpHeaders;
  body?: Buffer | string;
  /** Rate limits count calls by it. */
  clientAddress?: string | undefined;
}

/** Sends one request to the second cloud. */
export function askMinistack(
  port: number,
  { method, path, headers = {}, body, clientAddress }: Question,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { ...newConnection, port, method, path, headers, localAddress: clientAddress };
    const request = httpRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    request.once('error', reject).end(body);
  });
}

/** MiniStack finds the service of a request by its signature, and does not check it. */
export const signatureFor = (service: string) =>
  `AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`;

/** Calls an operation of a service with the JSON protocol, such as `Logs_20140328.FilterLogEvents`. */
export async function callService<Result>(
  port: number,
  service: string,
  target: string,
  request: object,
): Promise<Result> {
  const { status, body } = await askMinistack(port, {
    method: 'POST',
    path: '/',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': target,
      authorization: signatureFor(service),
    },
    body: JSON.stringify(request),
  });
  if (status !== 200) throw new Error(`${target} answered ${status}: ${body}`);
  return JSON.parse(body.toString());
}

/** @throws Error when the function failed */
export async function invokeFunction(port: number, name: string, event: object): Promise<unknown> {
  const { headers, body } = await askMinistack(port, {
    method: 'POST',
    path: `/2015-03-31/functions/${name}/invocations`,
    headers: { authorization: signatureFor('lambda') },
    body: JSON.stringify(event),
  });
  const result = JSON.parse(body.toString() || 'null');
  if (headers['x-amz-function-error']) throw new Error(result?.errorMessage ?? `${name} failed.`);
  return result;
}

/** The headers without those about the connection and the length of the body, which may differ. */
export function withoutConnection(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const { connection: _, 'transfer-encoding': __, 'content-length': ___, ...others } = headers;
  return others;
}

export function respond(response: ServerResponse, { status, headers, body }: Answer, method = 'GET'): void {
  const hasNoBody = method === 'HEAD' || status === 304;
  const length = hasNoBody ? headers['content-length'] : String(body.length);
  response.writeHead(status, {
    ...withoutConnection(headers),
    ...(length !== undefined && { 'content-length': length }),
  });
  response.end(hasNoBody ? undefined : body);
}
