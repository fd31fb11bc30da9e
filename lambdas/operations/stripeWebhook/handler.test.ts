import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { Context } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import Stripe from 'stripe';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fromDistribution } from '../../platform/test-request.ts';

vi.stubEnv('EVENT_BUS', 'Bus');
vi.stubEnv('STRIPE_WEBHOOK_SECRET_ARN', 'arn:webhook');
vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'SILENT');
const { count } = vi.hoisted(() => ({ count: vi.fn() }));
vi.mock('../../platform/count.ts', () => ({ count }));
const bus = mockClient(EventBridgeClient);
const secrets = mockClient(SecretsManagerClient);
let handler: typeof import('./handler.ts').handler;

const refusal = { FailedEntryCount: 1, Entries: [{ ErrorCode: 'ThrottlingException' }] };
const event = {
  id: 'evt_1',
  object: 'event',
  type: 'checkout.session.completed',
  data: { object: { id: 'cs_1' } },
};
const sign = (payload: string, secret = 'whsec_test') =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret });
const stripeAddress = '54.187.174.169';
const strangersAddress = '198.51.100.7';
async function receive(
  body: string,
  signature: string | undefined = sign(body),
  { isBase64Encoded = false, address = stripeAddress } = {},
) {
  const sent = isBase64Encoded ? Buffer.from(body).toString('base64') : body;
  const request = {
    headers: { ...fromDistribution, 'stripe-signature': signature, 'x-viewer-address': address },
    requestContext: {},
    body: sent,
    isBase64Encoded,
  };
  return handler(request as never, {} as Context);
}
const statusOf = async (...sent: Parameters<typeof receive>) => (await receive(...sent)).statusCode;
const published = () =>
  bus.commandCalls(PutEventsCommand).map(({ args }) => {
    const [entry] = args[0].input.Entries ?? [];
    return { ...entry, Detail: JSON.parse(entry?.Detail ?? '') };
  });

beforeEach(async () => {
  // A fresh module: the secret is kept once it was read.
  vi.resetModules();
  count.mockClear();
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
    expect(await statusOf(body, sign(body), { isBase64Encoded })).toBe(200);
    expect(published()).toEqual([
      expect.objectContaining({
        EventBusName: 'Bus',
        DetailType: 'PaymentChanged',
        Detail: { subject: { sessionId: 'cs_1' }, stripeEventId: 'evt_1' },
      }),
    ]);
    expect(count).not.toHaveBeenCalled();
  },
);

test('an event that concerns us in no way is taken and forgotten', async () => {
  expect(await statusOf(JSON.stringify({ ...event, type: 'customer.created' }))).toBe(200);
  expect(published()).toEqual([]);
});

describe.each([
  ['nobody', ''],
  ['somebody else', sign(JSON.stringify(event), 'whsec_other')],
  ['Stripe, but another body', sign('{}')],
])('what is signed by %s', (_, signature) => {
  const body = JSON.stringify(event);

  test('is refused, and does not ring the alarm when a stranger sends it', async () => {
    for (let request = 1; request <= 3; request++)
      expect(await statusOf(body, signature, { address: strangersAddress })).toBe(400);
    expect(count).not.toHaveBeenCalled();
    expect(published()).toEqual([]);
  });

  test('is refused, and counted when Stripe itself sends it: our secret is wrong', async () => {
    expect(await statusOf(body, signature)).toBe(400);
    expect(count.mock.calls).toEqual([['WebhookFailures']]);
    expect(published()).toEqual([]);
  });
});

test('an event with a good signature that is lost is counted, wherever it came from', async () => {
  bus.on(PutEventsCommand).resolves(refusal);
  const body = JSON.stringify(event);
  expect(await statusOf(body, sign(body), { address: strangersAddress })).toBe(500);
  expect(count.mock.calls).toEqual([['WebhookFailures']]);
});

test.each([
  ['refuses it', () => bus.on(PutEventsCommand).resolves(refusal)],
  ['cannot be reached', () => bus.on(PutEventsCommand).rejects(new Error('connect ECONNREFUSED 10.0.0.7'))],
])('Stripe is asked to come again when the bus %s, and told nothing of why', async (_, fail) => {
  fail();
  const { statusCode, body } = await receive(JSON.stringify(event));
  expect(statusCode).toBe(500);
  expect(count.mock.calls).toEqual([['WebhookFailures']]);
  expect(JSON.parse(body ?? '')).toEqual({
    error: { status: 'internal', message: 'Something went wrong on our side. Please try again.' },
  });
});

describe('while the secret is rotated', () => {
  const store = (SecretString: string) =>
    secrets.on(GetSecretValueCommand, { SecretId: 'arn:webhook' }).resolves({ SecretString });
  const body = JSON.stringify(event);

  test('both are good', async () => {
    store('whsec_new whsec_test');
    expect(await statusOf(body, sign(body, 'whsec_test'))).toBe(200);
    expect(await statusOf(body, sign(body, 'whsec_new'))).toBe(200);
    expect(secrets.calls()).toHaveLength(1);
  });

  test('the new one is good as soon as it is stored', async () => {
    expect(await statusOf(body)).toBe(200);
    store('whsec_new');
    expect(await statusOf(body, sign(body, 'whsec_new'))).toBe(200);
  });

  test('a stranger’s requests have it read once more in a minute', async () => {
    for (let request = 1; request <= 20; request++)
      expect(await statusOf(body, sign(body, 'whsec_other'))).toBe(400);
    expect(secrets.calls()).toHaveLength(2);
  });
});

test.each([[''], ['placeholder']])('nothing is let in while the secret holds %j', async (secret) => {
  secrets.on(GetSecretValueCommand).resolves({ SecretString: secret });
  const body = JSON.stringify(event);
  const signature = sign(body, secret || 'x');
  expect(await statusOf(body, signature, { address: strangersAddress })).toBe(503);
  expect(count).not.toHaveBeenCalled();
  expect(await statusOf(body, signature)).toBe(503);
  expect(count.mock.calls).toEqual([['WebhookFailures']]);
  expect(published()).toEqual([]);
});
