import {
  AdminAddUserToGroupCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Context, EventBridgeEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';

vi.stubEnv('EVENT_BUS', 'bus-1');
vi.stubEnv('ORDERS_TABLE', 'Orders');
vi.stubEnv('USERS_TABLE', 'Users');
vi.stubEnv('USER_POOL_ID', 'pool-1');
vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'SILENT');
const retrieve = vi.fn();
vi.mock('../platform/stripe.ts', () => ({
  stripeAccount: () => async () => ({ checkout: { sessions: { retrieve } } }),
}));
const table = mockClient(DynamoDBDocumentClient);
const pool = mockClient(CognitoIdentityProviderClient);
const bus = mockClient(EventBridgeClient);
const { handler } = await import('./handler.ts');

const detail = { sessionId: 'cs_1', stripeEventId: 'evt_1' };
const event = { id: 'event-1', detail } as EventBridgeEvent<string, unknown>;
const handle = () => handler(event, {} as Context);

beforeEach(() => {
  table.reset();
  table.on(PutCommand).resolves({}).on(UpdateCommand).resolves({});
  bus.reset();
  bus.on(PutEventsCommand).resolves({ FailedEntryCount: 0, Entries: [{ EventId: '1' }] });
  pool.reset();
  pool.on(AdminAddUserToGroupCommand).resolves({});
  retrieve.mockReset().mockResolvedValue({
    id: 'cs_1',
    status: 'complete',
    payment_status: 'paid',
    metadata: { userId: 'user-1', priceId: 'price_1' },
  });
});

test('what Stripe says is settled becomes an order, a subscription and a member of paid', async () => {
  await handle();
  expect(retrieve).toHaveBeenCalledWith('cs_1');
  expect(table.commandCalls(PutCommand)[0]?.args[0].input).toMatchObject({
    TableName: 'Orders',
    Item: { orderId: 'cs_1', userId: 'user-1' },
  });
  expect(table.commandCalls(UpdateCommand)[0]?.args[0].input).toMatchObject({
    TableName: 'Users',
    Key: { userId: 'user-1' },
  });
  expect(pool.commandCalls(AdminAddUserToGroupCommand).map(({ args }) => args[0].input)).toEqual([
    { UserPoolId: 'pool-1', Username: 'user-1', GroupName: 'paid' },
  ]);
});

test.each([
  ['paid nothing is done with: repeating it would not help', 0],
  ['paid fails, so that it ends where a person sees it', 4900],
])('an event about somebody who is gone and %s', async (_, amount) => {
  retrieve.mockResolvedValue({
    id: 'cs_1',
    status: 'complete',
    payment_status: 'paid',
    amount_total: amount,
    metadata: { userId: 'user-1', priceId: 'price_1' },
  });
  table
    .on(UpdateCommand, { TableName: 'Users' })
    .rejects(new ConditionalCheckFailedException({ message: 'No.', $metadata: {} }));
  await (amount ? expect(handle()).rejects.toThrow('refunded') : expect(handle()).resolves.toBeUndefined());
  expect(table.commandCalls(UpdateCommand, { TableName: 'Orders', Key: { orderId: 'cs_1' } })).toHaveLength(
    1,
  );
  expect(pool.calls()).toEqual([]);
});

test.each([
  ['Stripe', () => retrieve.mockRejectedValue(new Error('away'))],
  ['the table', () => table.on(PutCommand).rejects(new Error('away'))],
  ['the bus', () => bus.on(PutEventsCommand).rejects(new Error('away'))],
  ['the user pool', () => pool.on(AdminAddUserToGroupCommand).rejects(new Error('away'))],
])('while %s cannot be reached the event fails, and comes again', async (_, breakIt) => {
  breakIt();
  await expect(handle()).rejects.toThrow('away');
});
