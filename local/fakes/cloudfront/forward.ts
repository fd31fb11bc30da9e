import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';

/** On a connection of its own: one that is kept may be closed by the other side just when it is used again. */
export const newConnection = { host: '127.0.0.1', agent: false } as const;

/** Passes a request on to another server on this machine, and its answer back. */
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
