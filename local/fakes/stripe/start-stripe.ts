import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen } from '../../server/listen.ts';
import { readBody } from '../../server/read-body.ts';
import type { HttpRequest } from './answer-api.ts';
import { type OpenStripe, openStripe, type StripeOptions } from './open-stripe.ts';
import { formatError, StripeError } from './stripe-error.ts';

const MAX_BODY_BYTES = 1024 * 1024;
const EXPIRY_CHECK_MS = 10_000;

export interface RunningStripe {
  endpoint: string;
  stripe: OpenStripe;
  stop(): Promise<void>;
}

/** Serves `openStripe` on this machine only. */
export async function startStripe({
  port: wantedPort = 0,
  ...options
}: StripeOptions & { port?: number }): Promise<RunningStripe> {
  const stripe = await openStripe(options);

  const running = new Set<Promise<void>>();
  const { server, port, endpoint } = await listen((message, response) => {
    const answered = answerRequest(message, response, stripe).finally(() => running.delete(answered));
    running.add(answered);
  }, wantedPort);
  stripe.store.pageOrigin = `http://localhost:${port}`;

  await stripe.deliverPending();
  const expiryCheck = setInterval(() => {
    stripe
      .expireDue()
      .catch((error: unknown) => console.error('stripe: could not save the expired sessions', error));
  }, EXPIRY_CHECK_MS);

  return {
    endpoint,
    stripe,
    async stop() {
      clearInterval(expiryCheck);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, ...running]);
      await stripe.stop();
    },
  };
}

async function answerRequest(
  message: IncomingMessage,
  response: ServerResponse,
  stripe: OpenStripe,
): Promise<void> {
  const [, path = '', search = ''] = /^([^?]*)\??(.*)$/s.exec(message.url ?? '') ?? [];
  try {
    const answer = await stripe.answer({
      method: message.method ?? '',
      path,
      search,
      headers: message.headers as HttpRequest['headers'],
      body: (await readBody(message, MAX_BODY_BYTES)).toString(),
    });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  } catch (error) {
    if (message.socket.destroyed) return;
    console.error(`stripe: ${message.method} ${path}`, error);
    response.writeHead(500, { 'content-type': 'application/json' });
    response.end(formatError(new StripeError(500, 'An unknown error occurred', { type: 'api_error' })));
  }
}
