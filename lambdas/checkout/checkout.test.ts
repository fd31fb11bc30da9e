import {
  DynamoDBDocumentClient,
  GetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { newUser } from '../domain/users/new-user.ts';
import { send } from '../platform/test-request.ts';
import { checkout as operation } from './checkout.ts';
import { compose } from './compose.ts';

const create = vi.fn();
vi.mock('../platform/stripe.ts', () => ({
  stripeAccount: () => async () => ({ checkout: { sessions: { create } } }),
}));
const table = mockClient(DynamoDBDocumentClient);
const handler = operation(compose());

const request = {
  priceId: 'price_1',
  success_url: 'https://site.test/success',
  cancel_url: 'https://site.test/pricing',
};
const checkout = (data: object, claims: object = { sub: 'user-1', token_use: 'access' }) =>
  send(handler, { data, claims });

beforeEach(() => {
  table.reset();
  const user = newUser('user-1', 'ana@example.test', new Date());
  table.on(GetCommand, { TableName: 'Users' }).resolves({ Item: user });
  table.on(UpdateCommand, { TableName: 'Users' }).resolves({}).on(TransactWriteCommand).resolves({});
  create.mockReset().mockResolvedValue({
    id: 'cs_1',
    url: 'https://stripe.test/cs_1',
    created: 1_757_000_000,
    mode: 'payment',
    status: 'open',
    client_reference_id: 'user-1',
    metadata: { site: 'pool-1', userId: 'user-1', priceId: 'price_1', termsVersion: '2025-06-13' },
    lastResponse: { headers: {} },
  });
});

test('returns the session and its URL', async () => {
  expect(await checkout(request)).toEqual({
    statusCode: 200,
    result: { sessionId: 'cs_1', url: 'https://stripe.test/cs_1' },
  });
});

test.each([
  ['a price of the buyer’s choice', { priceId: 'price_2' }],
  ['a success URL of another site', { success_url: 'https://evil.test/' }],
  ['a cancel URL of another site', { cancel_url: 'https://site.test@evil.test/' }],
])('rejects %s as an invalid argument, without calling Stripe', async (_, change) => {
  expect(await checkout({ ...request, ...change })).toMatchObject({
    statusCode: 400,
    error: { status: 'invalid-argument' },
  });
  expect(create).not.toHaveBeenCalled();
});

test('answers aborted to a user whose token contains a license', async () => {
  const claims = { sub: 'user-1', token_use: 'access', 'cognito:groups': '[vip]' };
  expect(await checkout(request, claims)).toMatchObject({ statusCode: 409, error: { status: 'aborted' } });
  expect(create).not.toHaveBeenCalled();
});
