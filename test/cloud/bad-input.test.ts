import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { httpStatusOfError } from '../../contract/operations/errors.ts';
import { operations } from '../../contract/operations/operations.ts';
import { needsToken, type Route } from '../../contract/operations/route.ts';
import { type OperationName, routes } from '../../contract/operations/routes.ts';
import { callOperation, mailsTo, type Person, registerPerson } from '../person.ts';
import { forgeToken } from './forge-token.ts';
import { checkoutRequest, cloud, readTables, siteUrl, waitUntilQuiet } from './site.ts';

let person: Person;
/** The claims of the person's access token, from which tests forge similar tokens. */
let claims: Record<string, unknown>;
let tablesBefore: Awaited<ReturnType<typeof readTables>>;

beforeAll(async () => {
  person = await registerPerson(siteUrl);
  await person.call('me');
  // After the registration, an event sends the welcome email and records it in a table. Without
  // this wait, that would look like a write of a refused request.
  await vi.waitFor(async () => expect(await mailsTo(siteUrl, person.email)).toHaveLength(2), {
    timeout: 10_000,
  });
  await waitUntilQuiet();
  claims = JSON.parse(Buffer.from(person.accessToken.split('.')[1] ?? '', 'base64url').toString());
  tablesBefore = await readTables();
});

// Once for all tests, because reading the tables takes longer than a test.
afterAll(async () => expect(await readTables(), 'a refused request wrote something').toEqual(tablesBefore));

const entries = Object.entries(routes) as [OperationName, Route][];
const forUsers = entries.flatMap(([name, { caller }]) => (needsToken(caller) ? [name] : []));
const withBody = entries.flatMap(([name, { method, caller }]) =>
  method === 'POST' && (caller === 'user' || caller === 'anyone') ? [name] : [],
);

/** Expects an error response in the format of the API. */
async function expectRefusal(act: () => Promise<Response>, httpStatus: number): Promise<void> {
  const response = await act();
  expect(response.status).toBe(httpStatus);
  const body = await response.json();
  expect(body).toMatchObject({ error: { status: expect.any(String), message: expect.any(String) } });
  expect(httpStatusOfError[body.error.status as keyof typeof httpStatusOfError]).toBe(httpStatus);
  expect(JSON.stringify(body)).not.toMatch(/\bat .+:\d+:\d+|Error:/);
}

function post(
  name: OperationName,
  body: string | undefined,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${siteUrl}${routes[name].path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${person.accessToken}`,
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
}

describe.each(withBody)('the body of %s', (name) => {
  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['not JSON', '{"data":'],
    ['a number', '42'],
    ['null', 'null'],
    ['a list', '[]'],
    ['without data', '{"date":{}}'],
    ['of the wrong type', '{"data":"text"}'],
    ['with data null', '{"data":null}'],
    ['binary', '\u0000\u0001'],
  ])('is refused if it is %s', (_, body) => expectRefusal(() => post(name, body), 400));
});

const withFields = withBody.filter((name) => !operations[name].request.safeParse({}).success);

test.each(withFields)('refuses data without fields for %s', (name) =>
  expectRefusal(() => post(name, '{"data":{}}'), 400),
);

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

describe('checkout', () => {
  test.each([
    ['a price that is not in the catalog', { priceId: 'price_other' }],
    ['another origin to return to', { success_url: 'https://evil.example/pricing' }],
    ['another origin to cancel to', { cancel_url: 'http://localhost.evil.example/' }],
    ['a javascript: URL to return to', { success_url: 'javascript:alert(1)' }],
    ['a relative URL to cancel to', { cancel_url: '/pricing' }],
    ['a number as the price id', { priceId: 1 }],
    ['a referral code with invalid characters', { referralCode: '<script>' }],
    ['an unknown field', { amount: 0 }],
  ])('refuses %s', (_, change) =>
    expectRefusal(() => post('checkout', JSON.stringify({ data: { ...checkoutRequest, ...change } })), 400),
  );
});

describe('updateMe', () => {
  test.each([
    ['a license', { subscription: { status: 'active', plan: 'lifetime', lastPaymentDate: null } }],
    ['another user id', { userId: 'somebody', mailGroup: { group: 'updates', wantsMail: true } }],
    ['another email', { email: 'other@example.test' }],
    ['a name that is too long', { displayName: 'a'.repeat(81) }],
    ['a group that does not exist', { mailGroup: { group: 'everything', wantsMail: true } }],
  ])('refuses %s', (_, data) => expectRefusal(() => post('updateMe', JSON.stringify({ data })), 400));
});

describe('download', () => {
  test.each([['linux-x64'], ['mac'], [''], [null], [['mac-x64']], ['__proto__']])(
    'refuses the platform %j',
    (platform) => expectRefusal(() => post('download', JSON.stringify({ data: { platform } })), 400),
  );
});

describe('stripeWebhook', () => {
  const payload = JSON.stringify({
    id: 'evt_x',
    object: 'event',
    type: 'checkout.session.completed',
    data: { object: { id: 'cs_x' } },
  });
  const readSecret = () => readFile(join(cloud.dir, 'stripe/webhook-secret'), 'utf8');
  const send = (body: string, signature?: string) =>
    post('stripeWebhook', body, signature === undefined ? {} : { 'stripe-signature': signature });

  test('refuses a missing signature', () => expectRefusal(() => send(payload), 400));
  test('refuses an empty signature', () => expectRefusal(() => send(payload, ''), 400));
  test('refuses a malformed signature', () => expectRefusal(() => send(payload, 't=1,v1=abc'), 400));
  test('refuses a signature with another secret', () => {
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_other' });
    return expectRefusal(() => send(payload, signature), 400);
  });
  test('refuses a signature of another body', async () => {
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: `${payload} `,
      secret: await readSecret(),
    });
    await expectRefusal(() => send(payload, signature), 400);
  });
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
