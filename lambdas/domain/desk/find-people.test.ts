import {
  AdminGetUserCommand,
  type AttributeType,
  CognitoIdentityProviderClient,
  ListUsersCommand,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import type Stripe from 'stripe';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { maxFoundPeople } from '../../../contract/rules/desk-rules.ts';
import type { OrderLists } from '../orders/order-lists.ts';
import { orderStore } from '../orders/order-store.ts';
import { paidOrder } from '../orders/test-orders.ts';
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

const listSessions = vi.fn<(filter: object) => Promise<{ data: { id: string }[] }>>();
const stripe = { checkout: { sessions: { list: listSessions } } } as unknown as Stripe;
const gone = new UserNotFoundException({ message: 'gone', $metadata: {} });

const allOrders = vi.fn<OrderLists['all']>();

const search = (query: string) =>
  findPeople(
    {
      pool: new CognitoIdentityProviderClient({}),
      userPoolId: 'pool-1',
      tables: client,
      usersTable: 'Users',
      orders: orderStore(client, 'Orders'),
      orderLists: { all: allOrders },
      referrals: referralStore(client, 'Referrals'),
      openStripe: async () => stripe,
      now: () => new Date('2026-11-25T12:00:00.000Z'),
    },
    query,
  );
const find = async (query: string) => (await search(query)).people;
/** Every request that the search made, by name. */
const requests = () =>
  [...pool.calls(), ...table.calls()].map(({ args: [command] }) => command.constructor.name);

/** Stores an order without the fields that a search does not read. */
const storeOrder = (order: { orderId: string; userId?: string }) =>
  table.on(GetCommand, { TableName: 'Orders', Key: { orderId: order.orderId } }).resolves({ Item: order });

beforeEach(() => {
  listSessions.mockReset().mockResolvedValue({ data: [] });
  pool.reset();
  table.reset();
  allOrders.mockReset().mockResolvedValue([]);
  pool.on(ListUsersCommand).resolves({ Users: [] });
  table.on(ScanCommand).resolves({});
  pool.on(AdminGetUserCommand).resolves({ Username: userId, UserAttributes: attributes });
  table.on(GetCommand).resolves({});
  storeOrder({ orderId: 'cs_1', userId });
  table
    .on(GetCommand, { TableName: 'Referrals', Key: { code: 'ana-2025', sortKey: 'owner' } })
    .resolves({ Item: { userId } });
});

/** Makes Cognito answer a search for addresses. */
const listUsers = (...users: AttributeType[][]) =>
  pool.on(ListUsersCommand).resolves({ Users: users.map((Attributes) => ({ Attributes })) });

describe('findPeople', () => {
  it.each([
    [userId, ['AdminGetUserCommand']],
    ['cs_1', ['AdminGetUserCommand', 'GetCommand']],
    ['ana-2025', ['ListUsersCommand', 'AdminGetUserCommand', 'GetCommand']],
  ])('looks up %s by keys only, and scans nothing', async (query, expected) => {
    await find(query);
    expect(requests()).toEqual(expected);
    expect(allOrders).not.toHaveBeenCalled();
  });

  it.each(['docs_1@example.test', 'api_1@example.test'])(
    'searches for %s as an address, although it contains the beginning of an id',
    async (query) => {
      await find(query);
      expect(new Set(requests())).toEqual(new Set(['ListUsersCommand', 'ScanCommand']));
    },
  );

  it('sends no request for a query without a letter', async () => {
    expect(await find('""')).toEqual([]);
    expect(requests()).toEqual([]);
  });
});

describe('findPeople, by an address', () => {
  it('requests one page of addresses with this beginning from Cognito, in lower case and without quotes', async () => {
    listUsers(attributes);
    expect(await find('ANA" or "@')).toEqual([{ matched: 'email', userId, email }]);
    expect(pool.commandCalls(ListUsersCommand).map(({ args }) => args[0].input)).toEqual([
      {
        UserPoolId: 'pool-1',
        Filter: 'email ^= "ana or @"',
        Limit: maxFoundPeople,
        AttributesToGet: ['email', 'sub'],
      },
    ]);
  });

  it('returns all that Cognito finds, and leaves out users without an address or an id', async () => {
    const another = [
      { Name: 'sub', Value: 'user-2' },
      { Name: 'email', Value: 'anabel@example.test' },
    ];
    listUsers(attributes, attributes.slice(0, 1), attributes.slice(1), another);
    expect((await find('ana')).map((person) => person.userId)).toEqual([userId, 'user-2']);
  });

  it('does not look for a referral code when an address begins with the query', async () => {
    listUsers(attributes);
    expect(await find('ana-2025')).toEqual([{ matched: 'email', userId, email }]);
    expect(requests()).not.toContain('GetCommand');
  });

  it('adds people with the text in the middle of the address, each once', async () => {
    listUsers(attributes);
    const diana = { userId: 'user-2', email: 'diana@example.test' };
    table.on(ScanCommand, { Segment: 2 }).resolves({ Items: [diana, { userId, email }] });
    expect(await search('ana')).toEqual({
      people: [
        { matched: 'email', userId, email },
        { matched: 'email', ...diana },
      ],
    });
  });

  it('reads the table no longer when enough people have the text at the beginning', async () => {
    const many = Array.from({ length: maxFoundPeople }, (_, index) => [
      { Name: 'sub', Value: `user-${index}` },
      { Name: 'email', Value: `ana${index}@example.test` },
    ]);
    listUsers(...many);
    expect(await find('ana')).toHaveLength(maxFoundPeople);
    expect(requests()).toEqual(['ListUsersCommand']);
  });

  it('says when the table has more users than a search reads', async () => {
    table.on(ScanCommand).resolves({ Items: [], LastEvaluatedKey: { userId: 'user-1' } });
    expect(await search('zoe')).toEqual({ people: [], isPartial: true });
    expect(table.commandCalls(ScanCommand)).toHaveLength(100);
  });
});

describe('findPeople, by an invoice number', () => {
  it('returns the buyer, and reads a year at once, the latest first', async () => {
    allOrders.mockImplementation(async ({ month }) =>
      month === '2026-03' ? [paidOrder('cs_1', { userId })] : [],
    );
    expect(await find('0712d8cc-0042')).toEqual([{ matched: 'invoice', orderId: 'cs_1', userId, email }]);
    const wanted = { invoiceNumber: '0712D8CC-0042' };
    expect(allOrders).toHaveBeenCalledTimes(12);
    expect(allOrders).toHaveBeenNthCalledWith(1, { month: '2026-11', ...wanted });
    expect(allOrders).toHaveBeenLastCalledWith({ month: '2025-12', ...wanted });
  });

  it('reads every year in which somebody could order, and then looks for an address', async () => {
    expect(await find('0712D8CC-0042')).toEqual([]);
    expect(allOrders).toHaveBeenLastCalledWith({ month: '2025-06', invoiceNumber: '0712D8CC-0042' });
    expect(requests()).toContain('ScanCommand');
  });
});

describe('findPeople, by an id', () => {
  it('returns the person with a user id', async () => {
    expect(await find(userId)).toEqual([{ matched: 'userId', userId, email }]);
  });

  it('returns the owner of a referral code', async () => {
    expect(await find('ana-2025')).toEqual([{ matched: 'referralCode', userId, email }]);
  });

  it.each(['cs_1', 'gift_1'])('returns the buyer of the order %s', async (orderId) => {
    storeOrder({ orderId, userId });
    expect(await find(orderId)).toEqual([{ matched: 'order', orderId, userId, email }]);
  });

  it('returns the order of a buyer whose account is deleted', async () => {
    storeOrder({ orderId: 'cs_2' });
    expect(await find('cs_2')).toEqual([{ matched: 'order', orderId: 'cs_2' }]);
  });

  it.each([
    ['cs_1', { matched: 'order', orderId: 'cs_1', userId }],
    ['ana-2025', { matched: 'referralCode', userId }],
  ])('returns what %s names while its account is being deleted', async (query, expected) => {
    pool.on(AdminGetUserCommand).rejects(gone);
    expect(await find(query)).toEqual([expected]);
  });

  it.each(['cs_2', 'gift_2', 'pi_2', 'no-code', '5f1a2b3c-0000-4000-8000-000000000002'])(
    'returns nothing for the unknown %s',
    async (query) => {
      pool.on(AdminGetUserCommand).rejects(gone);
      expect(await find(query)).toEqual([]);
    },
  );
});

describe('findPeople, by a payment', () => {
  it('returns the buyer of the order that Stripe names', async () => {
    listSessions.mockResolvedValue({ data: [{ id: 'cs_1' }] });
    expect(await find('pi_1')).toEqual([{ matched: 'payment', orderId: 'cs_1', userId, email }]);
    expect(listSessions).toHaveBeenCalledExactlyOnceWith({ payment_intent: 'pi_1', limit: 1 });
  });

  it('throws when Stripe does not respond', async () => {
    listSessions.mockRejectedValue(new Error('Stripe is unavailable.'));
    await expect(find('pi_1')).rejects.toThrow('Stripe is unavailable.');
  });
});
