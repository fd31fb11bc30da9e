import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';

/** Opens a connection per request, because the other side may close a kept connection while it is reused. */
export const newConnection = { host: '127.0.0.1', agent: false } as const;

/** Forwards a request to another server on this machine, and returns its answer to the client. */
export function forward(
  port: number,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { method, headers } = request;
  const outgoing = httpRequest({ ...newConnection, port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.once('error', () => response.destroy());
  request.pipe(outgoing);
}
