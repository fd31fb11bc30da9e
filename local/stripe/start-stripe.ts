import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ApiService, answerApi, type HttpRequest } from './answer-api.ts';
import { answerCheckout } from './answer-checkout.ts';
import { type CatalogProduct, createCatalog } from './catalog.ts';
import { expireDueCheckouts } from './checkout-sessions.ts';
import { IdempotencyKeys } from './idempotency.ts';
import { formatError, StripeError } from './stripe-error.ts';
import { StripeStore } from './stripe-store.ts';
import { WebhookDeliveries } from './webhooks.ts';

const MAX_BODY_BYTES = 1024 * 1024;
const EXPIRY_CHECK_MS = 10_000;

/** Stripe's API and its hosted Checkout, on this machine only, as far as this site uses them. Nobody is charged. */
export async function startStripe(options: {
  dir: string;
  port?: number;
  webhookUrl: string;
  webhookSecret: string;
  products: CatalogProduct[];
}): Promise<{ endpoint: string; stop(): Promise<void> }> {
  const store = await StripeStore.open(options.dir, nowInSeconds());
  const webhooks = new WebhookDeliveries(store, options.webhookUrl, options.webhookSecret);
  const service: ApiService = {
    store,
    catalog: createCatalog(options.products, nowInSeconds()),
    pageOrigin: '',
    idempotencyKeys: new IdempotencyKeys(store.idempotentAnswers),
    async commit() {
      // Chosen before the save: an event that another request adds meanwhile is not on disk yet.
      const pending = webhooks.findPending();
      await store.save();
      webhooks.deliver(pending);
    },
  };

  const running = new Set<Promise<void>>();
  const server = http.createServer((message, response) => {
    const answered = answerRequest(message, response, service).finally(() => running.delete(answered));
    running.add(answered);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  service.pageOrigin = `http://localhost:${port}`;

  webhooks.deliver(webhooks.findPending());
  const expiryCheck = setInterval(() => {
    expireDue(service).catch((error: unknown) => console.error('stripe: cannot save', error));
  }, EXPIRY_CHECK_MS);

  return {
    endpoint: `http://127.0.0.1:${port}`,
    async stop() {
      clearInterval(expiryCheck);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, ...running]);
      await webhooks.stop();
      await store.save();
    },
  };
}

async function answerRequest(
  message: IncomingMessage,
  response: ServerResponse,
  service: ApiService,
): Promise<void> {
  const [, path = '', search = ''] = /^([^?]*)\??(.*)$/s.exec(message.url ?? '') ?? [];
  try {
    const body = await readBody(message);
    await expireDue(service);
    const request: HttpRequest = {
      method: message.method ?? '',
      path,
      search,
      headers: message.headers as HttpRequest['headers'],
      body,
      nowSeconds: nowInSeconds(),
    };
    const answer = await (path.startsWith('/v1/') ? answerApi : answerCheckout)(request, service);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  } catch (error) {
    if (message.socket.destroyed) return;
    console.error(`stripe: ${message.method} ${path}`, error);
    response.writeHead(500, { 'content-type': 'application/json' });
    response.end(formatError(new StripeError(500, 'An unknown error occurred', { type: 'api_error' })));
  }
}

async function readBody(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error('The request body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

async function expireDue(service: ApiService): Promise<void> {
  if (expireDueCheckouts(service.store, nowInSeconds())) await service.commit();
}

function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
