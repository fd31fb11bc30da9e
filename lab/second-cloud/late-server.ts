import type { IncomingMessage, RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';
import { listen } from '../../local/server/listen.ts';

/** A server whose address is known before it can handle requests. */
export interface LateServer {
  url: string;
  endpoint: string;
  serve(listener: RequestListener): void;
  /** Serves WebSockets. */
  connect(listener: (request: IncomingMessage, socket: Duplex, head: Buffer) => void): void;
}

/** @throws Error when the port is in use */
export async function openLateServer(wantedPort = 0): Promise<LateServer> {
  let answer: RequestListener = (_request, response) => response.writeHead(503).end('Starting.');
  let accept: Parameters<LateServer['connect']>[0] = (_request, socket) => socket.destroy();
  const { server, port, endpoint } = await listen(
    (request, response) => answer(request, response),
    wantedPort,
  );
  server.on('upgrade', (...connection) => accept(...connection));
  return {
    url: `http://localhost:${port}`,
    endpoint,
    serve(listener) {
      answer = listener;
    },
    connect(listener) {
      accept = listener;
    },
  };
}
