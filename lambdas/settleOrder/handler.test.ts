import {
  AdminAddUserToGroupCommand,
  AdminRemoveUserFromGroupCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import {
  DynamoDBDocumentClient,
  GetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { deliver } from '../platform/test-event.ts';
import { newUser } from '../users/new-user.ts';

vi.stubEnv('EVENT_BUS', 'bus-1');
vi.stubEnv('ORDERS_TABLE', 'Orders');
vi.stubEnv('REFERRALS_TABLE', 'Referrals');
vi.stubEnv('SITE_URL', 'https://site.test');
vi.stubEnv('USERS_TABLE', 'Users');
vi.stubEnv('USER_POOL_ID', 'pool-1');
vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'SILENT');
const retrieve = vi.fn();
const list = vi.fn();
vi.mock('../platform/stripe.ts', () => ({
  stripeAccount: () => async () => ({ checkout: { sessions: { retrieve, list } } }),
}));
const table = mockClient(DynamoDBDocumentClient);
const pool = mockClient(CognitoIdentityProviderClient);
const bus = mockClient(EventBridgeClient);
const { handler } = await import('./handler.ts');

const handle = (subject: object = { sessionId: 'cs_1' }) =>
  deliver(handler, { subject, stripeEventId: 'evt_1' });
const user = newUser('user-1', 'ana@example.test', new Date());
const member = { UserPoolId: 'pool-1', Username: 'user-1', GroupName: 'paid' };
const session = {
  id: 'cs_1',
  mode: 'payment',
  client_reference_id: 'user-1',
  status: 'complete',
  payment_status: 'paid',
  payment_intent: { id: 'pi_1', latest_charge: { refunded: false, amount_refunded: 0 } },
  created: 1_757_000_000,
  amount_total: 4900,
  metadata: { site: 'https://site.test', userId: 'user-1', priceId: 'price_1' },
};

beforeEach(() => {
  table.reset();
  table.on(GetCommand, { TableName: 'Orders' }).resolves({});
  table
    .on(GetCommand, { TableName: 'Users' })
    .resolvesOnce({ Item: user })
    .resolves({ Item: { ...user, subscription: { ...user.subscription, status: 'active' } } });
  table.on(TransactWriteCommand).resolves({}).on(UpdateCommand).resolves({});
  bus.reset();
  bus.on(PutEventsCommand).resolves({ FailedEntryCount: 0, Entries: [{ EventId: '1' }] });
  pool.reset();
  retrieve.mockReset().mockResolvedValue(session);
  list.mockReset().mockResolvedValue({ data: [{ id: 'cs_1' }] });
});

test('what Stripe says is paid becomes an order and a license at once, then a member of paid', async () => {
  await handle();
  expect(retrieve).toHaveBeenCalledWith('cs_1', { expand: ['payment_intent.latest_charge'] });
  const [order, holder] = table.commandCalls(TransactWriteCommand)[0]?.args[0].input.TransactItems ?? [];
  expect(order?.Put).toMatchObject({ TableName: 'Orders', Item: { orderId: 'cs_1', userId: 'user-1' } });
  expect(holder?.Update).toMatchObject({ TableName: 'Users', Key: { userId: 'user-1' } });
  expect(pool.commandCalls(AdminAddUserToGroupCommand).map(({ args }) => args[0].input)).toEqual([member]);
  const [entry] = bus.commandCalls(PutEventsCommand)[0]?.args[0].input.Entries ?? [];
  expect(JSON.parse(entry?.Detail ?? '')).toEqual({
    userId: 'user-1',
    orderId: 'cs_1',
    change: 'granted',
    changeId: '2',
    causedBy: 'event-1',
  });
});

test('what happened to a payment is found by its checkout, and a license that is not paid any more taken', async () => {
  const licensedAt = '2025-09-04T15:35:00.000Z';
  const order = {
    orderId: 'cs_1',
    userId: 'user-1',
    amountInCents: 4900,
    amountRefundedInCents: 0,
    status: 'paid',
    licensedAt,
    version: 1,
    history: [],
  };
  const holder = {
    ...user,
    licenses: { cs_1: licensedAt },
    subscription: { ...user.subscription, status: 'active' },
  };
  table.on(GetCommand, { TableName: 'Orders' }).resolves({ Item: order });
  table
    .on(GetCommand, { TableName: 'Users' })
    .resolvesOnce({ Item: holder })
    .resolves({ Item: { ...user, licenses: {} } });
  const payment_intent = { id: 'pi_1', latest_charge: { refunded: true, amount_refunded: 4900 } };
  retrieve.mockResolvedValue({ ...session, payment_intent });
  await handle({ paymentIntentId: 'pi_1' });
  expect(list).toHaveBeenCalledWith({ payment_intent: 'pi_1', limit: 1 });
  expect(pool.commandCalls(AdminRemoveUserFromGroupCommand).map(({ args }) => args[0].input)).toEqual([
    member,
  ]);
});

test('a payment that belongs to no checkout is left alone', async () => {
  list.mockResolvedValue({ data: [] });
  await handle({ paymentIntentId: 'pi_2' });
  expect(retrieve).not.toHaveBeenCalled();
  expect(table.calls()).toEqual([]);
});

test.each([
  ['Stripe', () => retrieve.mockRejectedValue(new Error('away'))],
  ['the table', () => table.on(TransactWriteCommand).rejects(new Error('away'))],
  ['the bus', () => bus.on(PutEventsCommand).rejects(new Error('away'))],
  ['the user pool', () => pool.on(AdminAddUserToGroupCommand).rejects(new Error('away'))],
])('while %s cannot be reached the event fails, and comes again', async (_, breakIt) => {
  breakIt();
  await expect(handle()).rejects.toThrow('away');
});
