import { DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it } from 'vitest';
import { paidOrder } from '../domain/orders/test-orders.ts';
import { send } from '../platform/test-request.ts';
import { compose } from './compose.ts';
import { myOrders } from './my-orders.ts';

const table = mockClient(DynamoDBDocumentClient);
const handler = myOrders(compose());

it('returns the latest purchases, as many as one answer of Lambda can contain', async () => {
  const licenseFile = 'a'.repeat(3000);
  const Items = Array.from({ length: 5000 }, (_, index) => paidOrder(`cs_${index}`, { licenseFile }));
  table.on(QueryCommand).resolves({ Items: [] });
  table.on(QueryCommand, { IndexName: 'byUser' }).resolves({ Items });
  table.on(GetCommand, { TableName: 'Limits' }).resolves({});
  const claims = { sub: 'user-1', token_use: 'access', 'cognito:groups': '[]' };
  const { result } = await send(handler, { claims });
  expect(result.orders[0].orderId).toBe('cs_4999');
  expect(result.orders).toHaveLength(500);
  const answer = JSON.stringify({ body: JSON.stringify({ result }) });
  expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(6 * 1024 * 1024);
});
