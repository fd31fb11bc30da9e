import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { Context } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import Stripe from 'stripe';
import { beforeEach, expect, test, vi } from 'vitest';

vi.stubEnv('EVENT_BUS', 'Bus');
vi.stubEnv('STRIPE_WEBHOOK_SECRET_ARN', 'arn:webhook');
vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'SILENT');
const bus = mockClient(EventBridgeClient);
const secrets = mockClient(SecretsManagerClient);
let handler: typeof import('./handler.ts').handler;

const event = {
  id: 'evt_1',
  object: 'event',
  type: 'checkout.session.completed',
  data: { object: { id: 'cs_1' } },
};
const sign = (payload: string, secret = 'whsec_test') =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret });
async function receive(body: string, signature: string | undefined = sign(body), isBase64Encoded = false) {
  const sent = isBase64Encoded ? Buffer.from(body).toString('base64') : body;
  const request = {
    headers: { 'stripe-signature': signature },
    requestContext: {},
    body: sent,
    isBase64Encoded,
  };
  return (await handler(request as never, {} as Context)).statusCode;
}
const published = () =>
  bus.commandCalls(PutEventsCommand).map(({ args }) => {
    const [entry] = args[0].input.Entries ?? [];
    return { ...entry, Detail: JSON.parse(entry?.Detail ?? '') };
  });

beforeEach(async () => {
  // A fresh module: the secret is kept once it was read.
  vi.resetModules();
  bus.reset();
  bus.on(PutEventsCommand).resolves({ Entries: [{ EventId: 'event-1' }] });
  secrets.reset();
  secrets.on(GetSecretValueCommand, { SecretId: 'arn:webhook' }).resolves({ SecretString: 'whsec_test' });
  ({ handler } = await import('./handler.ts'));
});

test.each([false, true])(
  'a settled checkout goes on the bus (body as base64: %s)',
  async (isBase64Encoded) => {
    const body = JSON.stringify(event, null, 2);
    expect(await receive(body, sign(body), isBase64Encoded)).toBe(200);
    expect(published()).toEqual([
      expect.objectContaining({
        EventBusName: 'Bus',
        DetailType: 'PaymentChanged',
        Detail: { subject: { sessionId: 'cs_1' }, stripeEventId: 'evt_1' },
      }),
    ]);
  },
);

test('an event that concerns us in no way is taken and forgotten', async () => {
  expect(await receive(JSON.stringify({ ...event, type: 'customer.created' }))).toBe(200);
  expect(published()).toEqual([]);
});

test.each([
  ['nobody', ''],
  ['somebody else', sign(JSON.stringify(event), 'whsec_other')],
  ['Stripe, but another body', sign('{}')],
])('what is signed by %s is refused', async (_, signature) => {
  expect(await receive(JSON.stringify(event), signature)).toBe(400);
  expect(published()).toEqual([]);
});

test('Stripe is asked to come again while the bus does not take the event', async () => {
  bus.on(PutEventsCommand).resolves({ Entries: [{ ErrorCode: 'ThrottlingException' }] });
  expect(await receive(JSON.stringify(event))).toBe(500);
});

test.each([[''], ['placeholder']])('nothing is let in while the secret holds %j', async (secret) => {
  secrets.on(GetSecretValueCommand).resolves({ SecretString: secret });
  expect(await receive(JSON.stringify(event), sign(JSON.stringify(event), secret || 'x'))).toBe(503);
  expect(published()).toEqual([]);
});
