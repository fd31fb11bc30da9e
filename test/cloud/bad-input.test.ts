import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { httpStatusOfError } from '../../contract/operations/errors.ts';
import { needsToken, type Route } from '../../contract/operations/route.ts';
import { type OperationName, routes } from '../../contract/operations/routes.ts';
import { callOperation, type Person } from '../person.ts';
import { registerSettled } from './customer.ts';
import { forgeToken } from './forge-token.ts';
import { cloud, readTables, siteUrl } from './site.ts';

let person: Person;
/** The claims of the person's access token, from which tests forge similar tokens. */
let claims: Record<string, unknown>;
let tablesBefore: Awaited<ReturnType<typeof readTables>>;

beforeAll(async () => {
  person = await registerSettled();
  claims = JSON.parse(Buffer.from(person.accessToken.split('.')[1] ?? '', 'base64url').toString());
  tablesBefore = await readTables();
});

// Once for all tests, because reading the tables takes longer than a test.
afterAll(async () => expect(await readTables(), 'a refused request wrote something').toEqual(tablesBefore));

const entries = Object.entries(routes) as [OperationName, Route][];
const forUsers = entries.flatMap(([name, { caller }]) => (needsToken(caller) ? [name] : []));

/** Expects an error response in the format of the API. */
async function expectRefusal(act: () => Promise<Response>, httpStatus: number): Promise<void> {
  const response = await act();
  expect(response.status).toBe(httpStatus);
  const body = await response.json();
  expect(body).toMatchObject({ error: { status: expect.any(String), message: expect.any(String) } });
  expect(httpStatusOfError[body.error.status as keyof typeof httpStatusOfError]).toBe(httpStatus);
  expect(JSON.stringify(body)).not.toMatch(/\bat .+:\d+:\d+|Error:/);
}

describe('tokens', () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = (change: object, key?: KeyObject) => forgeToken(cloud.dir, person.accessToken, change, key);

  test('are accepted when they are signed again with unchanged claims', async () => {
    expect((await callOperation(siteUrl, 'me', { token: await signed({}) })).status).toBe(200);
  });

  describe.each(forUsers)('for %s', (name) => {
    const call = async (token?: string) =>
      callOperation(siteUrl, name, { ...(token ? { token } : {}), data: {} });
    test('are required', () => expectRefusal(() => call(), 401));
    test('are refused if they are malformed', () => expectRefusal(() => call('nonsense'), 401));
    test('are refused after they expire', async () => {
      const token = await signed({ exp: Math.floor(Date.now() / 1000) - 1 });
      await expectRefusal(() => call(token), 401);
    });
    test('are refused if they are ID tokens', () => expectRefusal(() => call(person.idToken), 401));

    /** API Gateway rejects these tokens with its fixed body. The web client uses the status. */
    const expectGatewayRefusal = async (token: string) => {
      const response = await call(token);
      expect([response.status, await response.json()]).toEqual([401, { message: 'Unauthorized' }]);
    };
    test('are refused if their claims were changed', async () => {
      const [header, , signature] = person.accessToken.split('.');
      await expectGatewayRefusal(`${header}.${encode({ ...claims, sub: 'somebody-else' })}.${signature}`);
    });
    test('are refused if another key signed them', async () => {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      await expectGatewayRefusal(await signed({}, privateKey));
    });
    test('are refused if they are from another user pool', async () => {
      await expectGatewayRefusal(
        await signed({ iss: 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_Other' }),
      );
    });
    test('are refused if they are for another client', async () => {
      await expectGatewayRefusal(await signed({ client_id: 'another' }));
    });
  });
});

describe('stripeWebhook', () => {
  const payload = JSON.stringify({
    id: 'evt_x',
    object: 'event',
    type: 'checkout.session.completed',
    data: { object: { id: 'cs_x' } },
  });
  const readSecret = () => readFile(join(cloud.dir, 'stripe/webhook-secret'), 'utf8');
  const send = (body: string, signature: string) =>
    fetch(`${siteUrl}${routes.stripeWebhook.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body,
    });

  test('refuses a malformed signature', () => expectRefusal(() => send(payload, 't=1,v1=abc'), 400));
  test('refuses an old signature', async () => {
    const timestamp = Math.floor(Date.now() / 1000) - 301;
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: await readSecret(),
      timestamp,
    });
    await expectRefusal(() => send(payload, signature), 400);
  });
  test('refuses signed text that is not JSON', async () => {
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: 'text',
      secret: await readSecret(),
    });
    await expectRefusal(() => send('text', signature), 400);
  });
});
