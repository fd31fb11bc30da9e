import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import {
  DynamoDBDocumentClient,
  GetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { newUser } from '../domain/users/new-user.ts';
import { deliver } from '../platform/test-event.ts';
import { compose } from './compose.ts';
import { settlePayment } from './settle-payment.ts';

const retrieve = vi.fn();
const list = vi.fn();
vi.mock('../platform/stripe.ts', () => ({
  stripeAccount: () => async () => ({ checkout: { sessions: { retrieve, list } } }),
}));
const announce = vi.fn<(userId: string) => Promise<void>>();
const table = mockClient(DynamoDBDocumentClient);
const queues = mockClient(SQSClient);
const bus = mockClient(EventBridgeClient);
const handler = settlePayment({ ...compose(), publishUserChanged: announce });

const handle = (subject: object = { sessionId: 'cs_1' }) =>
  deliver(handler, { subject, stripeEventId: 'evt_1' });
const user = newUser('user-1', 'ana@example.test', new Date());
/** The messages to a queue, without what caused them, by their message groups. */
const requestsTo = (QueueUrl: string) =>
  queues.commandCalls(SendMessageCommand, { QueueUrl }).map(({ args: [{ input }] }) => {
    const { causedBy: _, ...message } = JSON.parse(input.MessageBody ?? '');
    return [input.MessageGroupId, message];
  });
const groupRequests = () => requestsTo('https://sqs.test/groups.fifo');
const session = {
  id: 'cs_1',
  mode: 'payment',
  client_reference_id: 'user-1',
  status: 'complete',
  payment_status: 'paid',
  payment_intent: { id: 'pi_1', latest_charge: { refunded: false, amount_refunded: 0 } },
  created: 1_757_000_000,
  amount_total: 4900,
  metadata: { site: 'https://site.test', userId: 'user-1', priceId: 'price_1', termsVersion: '2025-06-13' },
};

beforeEach(() => {
  announce.mockReset();
  table.reset();
  table.on(GetCommand, { TableName: 'Orders' }).resolves({});
  table.on(GetCommand, { TableName: 'Users' }).resolves({ Item: user });
  table.on(TransactWriteCommand).resolves({}).on(UpdateCommand).resolves({});
  bus.reset();
  bus.on(PutEventsCommand).resolves({ FailedEntryCount: 0, Entries: [{ EventId: '1' }] });
  queues.reset();
  queues.on(SendMessageCommand).resolves({ MessageId: '1' });
  retrieve.mockReset().mockResolvedValue(session);
  list.mockReset().mockResolvedValue({ data: [{ id: 'cs_1' }] });
});

test('stores a paid checkout as order and license at once, then requests the group and publishes the change', async () => {
  await handle();
  expect(retrieve).toHaveBeenCalledWith('cs_1', { expand: ['payment_intent.latest_charge', 'invoice'] });
  const [order, holder] = table.commandCalls(TransactWriteCommand)[0]?.args[0].input.TransactItems ?? [];
  expect(order?.Put).toMatchObject({ TableName: 'Orders', Item: { orderId: 'cs_1', userId: 'user-1' } });
  expect(holder?.Update).toMatchObject({ TableName: 'Users', Key: { userId: 'user-1' } });
  expect(groupRequests()).toEqual([['user-1', { userId: 'user-1' }]]);
  expect(announce).toHaveBeenCalledExactlyOnceWith('user-1');
  expect(requestsTo('https://sqs.test/licenses.fifo')).toEqual([['cs_1', { orderId: 'cs_1' }]]);
  const [entry] = bus.commandCalls(PutEventsCommand)[0]?.args[0].input.Entries ?? [];
  expect(JSON.parse(entry?.Detail ?? '')).toEqual({
    userId: 'user-1',
    orderId: 'cs_1',
    change: 'granted',
    idempotencyKey: '2',
    causedBy: 'event-1',
  });
});

test('finds the checkout of a refunded payment and revokes the license', async () => {
  const licensedAt = '2025-09-04T15:35:00.000Z';
  const order = {
    orderId: 'cs_1',
    userId: 'user-1',
    amountInCents: 4900,
    amountRefundedInCents: 0,
    status: 'paid',
    createdAt: licensedAt,
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
  table.on(GetCommand, { TableName: 'Users' }).resolves({ Item: holder });
  const payment_intent = { id: 'pi_1', latest_charge: { refunded: true, amount_refunded: 4900 } };
  retrieve.mockResolvedValue({ ...session, payment_intent });
  await handle({ paymentIntentId: 'pi_1' });
  expect(list).toHaveBeenCalledWith({ payment_intent: 'pi_1', limit: 1 });
  const [, change] = table.commandCalls(TransactWriteCommand)[0]?.args[0].input.TransactItems ?? [];
  expect(change?.Update?.ExpressionAttributeValues).toMatchObject({ ':next': {} });
  expect(groupRequests()).toEqual([['user-1', { userId: 'user-1' }]]);
  expect(requestsTo('https://sqs.test/licenses.fifo')).toEqual([]);
});

test('ignores a payment without a checkout', async () => {
  list.mockResolvedValue({ data: [] });
  await handle({ paymentIntentId: 'pi_2' });
  expect(retrieve).not.toHaveBeenCalled();
  expect(table.calls()).toEqual([]);
});

test.each([
  ['Stripe', () => retrieve.mockRejectedValue(new Error('away'))],
  ['the table', () => table.on(TransactWriteCommand).rejects(new Error('away'))],
  ['the bus', () => bus.on(PutEventsCommand).rejects(new Error('away'))],
  ['the queue', () => queues.on(SendMessageCommand).rejects(new Error('away'))],
])('fails while %s cannot be reached, so that the event is delivered again', async (_, breakIt) => {
  breakIt();
  await expect(handle()).rejects.toThrow('away');
});
