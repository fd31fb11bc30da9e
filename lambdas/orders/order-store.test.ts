import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';
import { type Order, orderStore } from './order-store.ts';

const table = mockClient(DynamoDBDocumentClient);
const orders = orderStore(DynamoDBDocumentClient.from(new DynamoDBClient({})), 'Orders');
const order: Order = {
  orderId: 'cs_1',
  userId: 'user-1',
  priceId: 'price_1',
  amountInCents: 0,
  currency: 'usd',
  status: 'free',
  createdAt: '2025-09-02T00:00:00.000Z',
  history: [],
};
const conditionFailed = new ConditionalCheckFailedException({ message: 'No.', $metadata: {} });

beforeEach(() => {
  table.reset();
});

test('an order is added, never over another', async () => {
  table.on(PutCommand).resolves({});
  expect(await orders.add(order)).toEqual(order);
  expect(table.commandCalls(PutCommand)[0]?.args[0].input).toEqual({
    TableName: 'Orders',
    Item: order,
    ConditionExpression: 'attribute_not_exists(orderId)',
  });
});

test('adding it again answers the one that stands, as it is now', async () => {
  const standing = { ...order, createdAt: '2025-09-01T00:00:00.000Z' };
  table.on(PutCommand).rejects(conditionFailed);
  table.on(GetCommand, { Key: { orderId: 'cs_1' }, ConsistentRead: true }).resolves({ Item: standing });
  expect(await orders.add(order)).toEqual(standing);
});

test('adding fails when the one that stood in the way is gone: nothing was added', async () => {
  table.on(PutCommand).rejects(conditionFailed).on(GetCommand).resolves({});
  await expect(orders.add(order)).rejects.toBe(conditionFailed);
});

test('adding fails when the table does', async () => {
  table.on(PutCommand).rejects(new Error('throttled'));
  await expect(orders.add(order)).rejects.toThrow('throttled');
});

test('forgetting the buyer takes away what leads to them, and makes no order of its own', async () => {
  table.on(UpdateCommand).resolves({});
  await orders.forgetBuyer('cs_1');
  expect(table.commandCalls(UpdateCommand)[0]?.args[0].input).toEqual({
    TableName: 'Orders',
    Key: { orderId: 'cs_1' },
    ConditionExpression: 'attribute_exists(orderId)',
    UpdateExpression: 'REMOVE userId, referralCode',
  });
});
