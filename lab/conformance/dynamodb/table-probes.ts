import type { DynamoDB } from '@aws-sdk/client-dynamodb';
import type { Probe } from '../comparison.ts';
import { probeCalls } from './probe-calls.ts';
import { probeTables } from './probe-tables.ts';

const described: Probe<DynamoDB> = {
  name: 'describes a table',
  async run(db) {
    const { Table } = await db.describeTable({ TableName: 'Items' });
    return {
      name: Table?.TableName,
      status: Table?.TableStatus,
      keys: Table?.KeySchema,
      attributes: Table?.AttributeDefinitions?.toSorted((one, other) =>
        String(one.AttributeName) < String(other.AttributeName) ? -1 : 1,
      ),
      billing: Table?.BillingModeSummary?.BillingMode,
      indexes: Table?.GlobalSecondaryIndexes?.map(({ IndexName, IndexStatus, KeySchema, Projection }) => ({
        IndexName,
        IndexStatus,
        KeySchema,
        Projection,
      })).toSorted((one, other) => (String(one.IndexName) < String(other.IndexName) ? -1 : 1)),
    };
  },
};

const [items] = probeTables;

export const tableProbes: Probe<DynamoDB>[] = [
  described,
  probeCalls('lists the tables', (db) => db.listTables({})),
  probeCalls('lists the tables by page', (db) => db.listTables({ Limit: 2 })),
  probeCalls('describes a missing table', (db) => db.describeTable({ TableName: 'Missing' })),
  probeCalls('creates a table that exists', (db) => db.createTable({ ...items, TableName: 'Items' })),
  probeCalls('creates a table with an undefined attribute', (db) =>
    db.createTable({
      TableName: 'Undefined',
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'other', AttributeType: 'S' }],
    }),
  ),
  probeCalls(
    'time to live',
    (db) => db.describeTimeToLive({ TableName: 'Items' }),
    (db) =>
      db.updateTimeToLive({
        TableName: 'Items',
        TimeToLiveSpecification: { Enabled: true, AttributeName: 'expiration' },
      }),
    (db) => db.describeTimeToLive({ TableName: 'Items' }),
    (db) =>
      db.updateTimeToLive({
        TableName: 'Items',
        TimeToLiveSpecification: { Enabled: true, AttributeName: 'expiration' },
      }),
    (db) => db.describeTimeToLive({ TableName: 'Missing' }),
    (db) =>
      db.updateTimeToLive({
        TableName: 'Missing',
        TimeToLiveSpecification: { Enabled: true, AttributeName: 'expiration' },
      }),
  ),
  probeCalls(
    'an expired item',
    (db) =>
      db.putItem({
        TableName: 'SortedS',
        Item: { shelf: { S: 'ttl' }, place: { S: 'a' }, expiration: { N: '1' } },
      }),
    (db) => db.getItem({ TableName: 'SortedS', Key: { shelf: { S: 'ttl' }, place: { S: 'a' } } }),
  ),
];
