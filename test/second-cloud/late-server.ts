import type { RequestListener } from 'node:http';
import { listen } from '../../local/server/listen.ts';

/** A server whose address is known before it can answer. */
export interface LateServer {
  url: string;
  endpoint: string;
  serve(listener: RequestListener): void;
}

/** @throws Error when the port is in use */
export async function openLateServer(wantedPort = 0): Promise<LateServer> {
  let answer: RequestListener = (_request, response) => response.writeHead(503).end('Starting.');
  const { port, endpoint } = await listen((request, response) => answer(request, response), wantedPort);
  return {
    url: `http://localhost:${port}`,
    endpoint,
    serve(listener) {
      answer = listener;
    },
  };
}
