import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';
import { queryAll } from './query-all.ts';

const table = mockClient(DynamoDBDocumentClient);
const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const query = { tableName: 'Orders', indexName: 'byUser', key: { name: 'userId', value: 'user-1' } };

beforeEach(() => {
  table.reset();
});

test('reads all pages', async () => {
  const own = {
    TableName: 'Orders',
    IndexName: 'byUser',
    KeyConditionExpression: '#key = :value',
    ExpressionAttributeNames: { '#key': 'userId' },
    ExpressionAttributeValues: { ':value': 'user-1' },
  };
  const after = (orderId: string) => ({ ...own, ExclusiveStartKey: { orderId } });
  table
    .on(QueryCommand, own)
    .resolves({ Items: [{ orderId: '1' }, { orderId: '2' }], LastEvaluatedKey: { orderId: '2' } })
    // A page may be empty and not the last: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.Pagination.html
    .on(QueryCommand, after('2'))
    .resolves({ Items: [], LastEvaluatedKey: { orderId: '3' } })
    .on(QueryCommand, after('3'))
    .resolves({ Items: [{ orderId: '4' }] });
  expect(await queryAll(client, query)).toEqual([{ orderId: '1' }, { orderId: '2' }, { orderId: '4' }]);
});

test('reads a table consistently', async () => {
  table.on(QueryCommand).resolves({ Items: [{ code: 'abc' }] });
  expect(await queryAll(client, { tableName: 'Referrals', key: { name: 'code', value: 'abc' } })).toEqual([
    { code: 'abc' },
  ]);
  const { IndexName, ConsistentRead } = table.commandCalls(QueryCommand)[0]?.args[0].input ?? {};
  expect([IndexName, ConsistentRead]).toEqual([undefined, true]);
});

test('returns an empty list when there are no items', async () => {
  table.on(QueryCommand).resolves({});
  expect(await queryAll(client, query)).toEqual([]);
});
