import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { Context } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import Stripe from 'stripe';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fromDistribution } from '../platform/test-request.ts';
import type { stripeWebhook } from './stripe-webhook.ts';

const { recordMetric } = vi.hoisted(() => ({ recordMetric: vi.fn() }));
vi.mock('../platform/record-metric.ts', () => ({ recordMetric }));
const bus = mockClient(EventBridgeClient);
const secrets = mockClient(SecretsManagerClient);
let handler: ReturnType<typeof stripeWebhook>;

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
  // A fresh module, because the secret is cached.
  vi.resetModules();
  recordMetric.mockClear();
  bus.reset();
  bus.on(PutEventsCommand).resolves({ Entries: [{ EventId: 'event-1' }] });
  secrets.reset();
  secrets.on(GetSecretValueCommand, { SecretId: 'arn:webhook' }).resolves({ SecretString: 'whsec_test' });
  const { compose } = await import('./compose.ts');
  handler = (await import('./stripe-webhook.ts')).stripeWebhook(compose());
});

test.each([false, true])('publishes a completed checkout (body as base64: %s)', async (isBase64Encoded) => {
  const body = JSON.stringify(event, null, 2);
  expect(await statusOf(body, sign(body), { isBase64Encoded })).toBe(200);
  expect(published()).toEqual([
    expect.objectContaining({
      EventBusName: 'Bus',
      DetailType: 'PaymentChanged',
      Detail: { subject: { sessionId: 'cs_1' }, stripeEventId: 'evt_1' },
    }),
  ]);
  expect(recordMetric).not.toHaveBeenCalled();
});

test('accepts and ignores an event that does not concern us', async () => {
  expect(await statusOf(JSON.stringify({ ...event, type: 'customer.created' }))).toBe(200);
  expect(published()).toEqual([]);
});

describe.each([
  ['nobody', ''],
  ['another secret', sign(JSON.stringify(event), 'whsec_other')],
  ['our secret for another body', sign('{}')],
])('a request signed with %s', (_, signature) => {
  const body = JSON.stringify(event);

  test('is rejected, and not counted when a stranger sends it', async () => {
    for (let request = 1; request <= 3; request++)
      expect(await statusOf(body, signature, { address: strangersAddress })).toBe(400);
    expect(recordMetric).not.toHaveBeenCalled();
    expect(published()).toEqual([]);
  });

  test('is rejected, and counted when Stripe sends it, because our secret is wrong', async () => {
    expect(await statusOf(body, signature)).toBe(400);
    expect(recordMetric.mock.calls).toEqual([['WebhookFailures']]);
    expect(published()).toEqual([]);
  });
});

test('counts a failed event with a valid signature, wherever it comes from', async () => {
  bus.on(PutEventsCommand).resolves(refusal);
  const body = JSON.stringify(event);
  expect(await statusOf(body, sign(body), { address: strangersAddress })).toBe(500);
  expect(recordMetric.mock.calls).toEqual([['WebhookFailures']]);
});

test.each([
  ['rejects the event', () => bus.on(PutEventsCommand).resolves(refusal)],
  ['cannot be reached', () => bus.on(PutEventsCommand).rejects(new Error('connect ECONNREFUSED 10.0.0.7'))],
])('answers 500 without a reason when the bus %s, so that Stripe retries', async (_, fail) => {
  fail();
  const { statusCode, body } = await receive(JSON.stringify(event));
  expect(statusCode).toBe(500);
  expect(recordMetric.mock.calls).toEqual([['WebhookFailures']]);
  expect(JSON.parse(body ?? '')).toEqual({
    error: { status: 'internal', message: 'Something went wrong on our side. Please try again.' },
  });
});

describe('during a rotation of the secret', () => {
  const store = (SecretString: string) =>
    secrets.on(GetSecretValueCommand, { SecretId: 'arn:webhook' }).resolves({ SecretString });
  const body = JSON.stringify(event);

  test('accepts both secrets', async () => {
    store('whsec_new whsec_test');
    expect(await statusOf(body, sign(body, 'whsec_test'))).toBe(200);
    expect(await statusOf(body, sign(body, 'whsec_new'))).toBe(200);
    expect(secrets.calls()).toHaveLength(1);
  });

  test('accepts the new secret as soon as it is stored', async () => {
    expect(await statusOf(body)).toBe(200);
    store('whsec_new');
    expect(await statusOf(body, sign(body, 'whsec_new'))).toBe(200);
  });

  test('requests of strangers cause at most one more read per minute', async () => {
    for (let request = 1; request <= 20; request++)
      expect(await statusOf(body, sign(body, 'whsec_other'))).toBe(400);
    expect(secrets.calls()).toHaveLength(2);
  });
});

test.each([[''], ['placeholder']])('rejects everything while the secret is %j', async (secret) => {
  secrets.on(GetSecretValueCommand).resolves({ SecretString: secret });
  const body = JSON.stringify(event);
  const signature = sign(body, secret || 'x');
  expect(await statusOf(body, signature, { address: strangersAddress })).toBe(503);
  expect(recordMetric).not.toHaveBeenCalled();
  expect(await statusOf(body, signature)).toBe(503);
  expect(recordMetric.mock.calls).toEqual([['WebhookFailures']]);
  expect(published()).toEqual([]);
});
