import {
  type Agent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { readBody } from '../../local/server/read-body.ts';
import { localClient } from '../../scripts/commands/stage/connect.ts';

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
  /** The network address by which rate limits count. */
  clientAddress?: string | undefined;
  /** Limits the number of concurrent requests. */
  agent?: Agent;
}

export function callMinistack(
  port: number,
  { method, path, headers = {}, body, clientAddress, agent }: Question,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path, headers, localAddress: clientAddress };
    const request = httpRequest({ ...options, agent: agent ?? false }, async (response) => {
      const { statusCode = 0, headers: given } = response;
      resolve({ status: statusCode, headers: given, body: await readBody(response) });
    });
    request.once('error', reject).end(body);
  });
}

/** @throws Error when the function failed */
export async function invokeFunction(port: number, FunctionName: string, event: object): Promise<unknown> {
  const lambda = new LambdaClient(localClient(`http://127.0.0.1:${port}`));
  const command = new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) });
  const { FunctionError, Payload } = await lambda.send(command);
  const result = JSON.parse(Payload?.transformToString() || 'null');
  if (FunctionError) throw new Error(result?.errorMessage ?? `${FunctionName} failed.`);
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
