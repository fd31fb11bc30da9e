import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  ListUsersCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { maxFoundPeople } from '../../../contract/rules/desk-rules.ts';
import { orderStore } from '../orders/order-store.ts';
import { referralStore } from '../referrals/referral-store.ts';
import { findPeople } from './find-people.ts';

const pool = mockClient(CognitoIdentityProviderClient);
const table = mockClient(DynamoDBDocumentClient);
const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const userId = '5f1a2b3c-0000-4000-8000-000000000001';
const email = 'ana@example.test';
const attributes = [
  { Name: 'sub', Value: userId },
  { Name: 'email', Value: email },
];

const find = (query: string) =>
  findPeople(
    {
      pool: new CognitoIdentityProviderClient({}),
      userPoolId: 'pool-1',
      orders: orderStore(client, 'Orders'),
      referrals: referralStore(client, 'Referrals'),
      readStripe: () => Promise.reject(new Error('Stripe is away.')),
    },
    query,
  );
/** Every request that the search made, by name. */
const requests = () =>
  [...pool.calls(), ...table.calls()].map(({ args: [command] }) => command.constructor.name);

beforeEach(() => {
  pool.reset();
  table.reset();
  pool.on(ListUsersCommand).resolves({ Users: [] });
  pool.on(AdminGetUserCommand).resolves({ Username: userId, UserAttributes: attributes });
  table.on(GetCommand, { TableName: 'Orders' }).resolves({ Item: { orderId: 'cs_1', userId } });
  table.on(GetCommand, { TableName: 'Referrals' }).resolves({ Item: { code: 'ana-2025', userId } });
});

describe('findPeople', () => {
  it.each([
    [email, ['ListUsersCommand']],
    [userId, ['AdminGetUserCommand']],
    ['cs_1', ['AdminGetUserCommand', 'GetCommand']],
    ['ana-2025', ['ListUsersCommand', 'AdminGetUserCommand', 'GetCommand']],
  ])('looks up %s by keys only, and scans nothing', async (query, expected) => {
    await find(query);
    expect(requests()).toEqual(expected);
  });

  it('asks Cognito for one page of addresses with this beginning, in lower case and without quotes', async () => {
    pool.on(ListUsersCommand).resolves({ Users: [{ Username: userId, Attributes: attributes }] });
    expect(await find('ANA" or "@')).toEqual([{ matched: 'email', userId, email }]);
    expect(pool.commandCalls(ListUsersCommand).map(({ args }) => args[0].input)).toEqual([
      expect.objectContaining({ Filter: 'email ^= "ana or @"', Limit: maxFoundPeople }),
    ]);
  });

  it('asks nobody for a query without a letter', async () => {
    expect(await find('""')).toEqual([]);
    expect(requests()).toEqual([]);
  });

  it('fails when Stripe does not answer for a payment', async () => {
    await expect(find('pi_1')).rejects.toThrow('Stripe is away.');
  });
});
