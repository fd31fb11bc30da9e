import type { AttributeValue, DynamoDB, ScanCommandInput, WriteRequest } from '@aws-sdk/client-dynamodb';
import type { Probe } from '../comparison.ts';
import { comparableAnswer, probeCalls } from './probe-calls.ts';

const idOf = (index: number | string) => ({ id: { S: `batch-${index}` } });
const keysOf = (count: number) => Array.from({ length: count }, (_, index) => idOf(index));
const putsOf = (count: number): WriteRequest[] => keysOf(count).map((Item) => ({ PutRequest: { Item } }));
const putsOfBytes = (count: number, bytes: number): WriteRequest[] =>
  keysOf(count).map((key) => ({ PutRequest: { Item: { ...key, word: { S: 'x'.repeat(bytes) } } } }));

/** The order of a scan is not defined. */
const probeScan = (name: string, input: Omit<ScanCommandInput, 'TableName'>): Probe<DynamoDB> => ({
  name,
  async run(db) {
    const answer = await comparableAnswer(db.scan({ TableName: 'SortedS', ...input }));
    const { Items } = answer as { Items?: object[] };
    return Items ? { ...(answer as object), Items: sortedTexts(Items) } : answer;
  },
});

const sortedTexts = (values: object[]) => values.map((value) => JSON.stringify(value)).sort();

const pagesOfScan: Probe<DynamoDB> = {
  name: 'pages of a scan',
  async run(db) {
    const items: object[] = [];
    let start: Record<string, AttributeValue> | undefined;
    do {
      const scan = db.scan({ TableName: 'SortedS', Limit: 5, ExclusiveStartKey: start });
      const page = (await comparableAnswer(scan)) as { Items: object[] };
      items.push(...page.Items);
      start = (await scan).LastEvaluatedKey;
    } while (start);
    return sortedTexts(items);
  },
};

export const batchProbes: Probe<DynamoDB>[] = [
  probeCalls(
    'batches of writes and reads',
    (db) => db.batchWriteItem({ RequestItems: { Items: putsOf(25) } }),
    (db) => db.batchGetItem({ RequestItems: { Items: { Keys: keysOf(30) } } }),
    (db) =>
      db.batchWriteItem({
        RequestItems: {
          Items: [{ DeleteRequest: { Key: idOf(0) } }, { DeleteRequest: { Key: idOf('missing') } }],
        },
      }),
    (db) =>
      db.batchGetItem({
        RequestItems: {
          Items: { Keys: keysOf(2), ConsistentRead: true, ProjectionExpression: 'id' },
        },
      }),
  ),
  probeCalls(
    'limits of batches',
    (db) => db.batchWriteItem({ RequestItems: { Items: putsOf(26) } }),
    (db) => db.batchGetItem({ RequestItems: { Items: { Keys: keysOf(100) } } }),
    (db) => db.batchGetItem({ RequestItems: { Items: { Keys: keysOf(101) } } }),
    (db) => db.batchWriteItem({ RequestItems: {} }),
    (db) => db.batchGetItem({ RequestItems: {} }),
    (db) => db.batchWriteItem({ RequestItems: { Items: [] } }),
    (db) => db.batchGetItem({ RequestItems: { Items: { Keys: [] } } }),
  ),
  probeCalls('26 writes in two tables', (db) =>
    db.batchWriteItem({
      RequestItems: {
        Items: putsOf(13),
        SortedS: putsOf(13).map((_, index) => ({
          PutRequest: { Item: { shelf: { S: 'batch' }, place: { S: String(index) } } },
        })),
      },
    }),
  ),
  probeCalls('101 reads of two tables', (db) =>
    db.batchGetItem({
      RequestItems: {
        Items: { Keys: keysOf(50) },
        SortedS: {
          Keys: keysOf(51).map((_, index) => ({ shelf: { S: 'batch' }, place: { S: String(index) } })),
        },
      },
    }),
  ),
  probeCalls(
    'the same key twice',
    (db) => db.batchWriteItem({ RequestItems: { Items: [...putsOf(1), ...putsOf(1)] } }),
    (db) => db.batchGetItem({ RequestItems: { Items: { Keys: [idOf(0), idOf(0)] } } }),
    (db) =>
      db.batchWriteItem({
        RequestItems: { Items: [...putsOf(1), { DeleteRequest: { Key: idOf(0) } }] },
      }),
  ),
  probeCalls(
    'invalid parts of a batch write nothing',
    (db) => db.deleteItem({ TableName: 'Items', Key: idOf(0) }),
    (db) =>
      db.batchWriteItem({
        RequestItems: { Items: [...putsOf(1), { PutRequest: { Item: { word: { S: 'a' } } } }] },
      }),
    (db) => db.batchWriteItem({ RequestItems: { Items: [...putsOf(1), {}] } }),
    (db) =>
      db.batchWriteItem({
        RequestItems: {
          Items: [{ PutRequest: { Item: idOf(0) }, DeleteRequest: { Key: idOf(1) } }],
        },
      }),
    (db) => db.batchWriteItem({ RequestItems: { Items: putsOf(1), Missing: putsOf(1) } }),
    (db) => db.batchGetItem({ RequestItems: { Items: { Keys: [idOf(0)] }, Missing: { Keys: [idOf(0)] } } }),
    (db) => db.batchGetItem({ RequestItems: { Items: { Keys: [{ id: { N: '1' } }] } } }),
    (db) =>
      db.batchGetItem({
        RequestItems: { Items: { Keys: [idOf(0)], ProjectionExpression: 'word' } },
      }),
    (db) => db.getItem({ TableName: 'Items', Key: idOf(0) }),
  ),
  probeCalls(
    'names in the projection of a batch',
    (db) => db.putItem({ TableName: 'Items', Item: { ...idOf(0), status: { S: 'a' } } }),
    (db) =>
      db.batchGetItem({
        RequestItems: {
          Items: {
            Keys: [idOf(0)],
            ProjectionExpression: '#status',
            ExpressionAttributeNames: { '#status': 'status' },
          },
        },
      }),
    (db) => db.batchGetItem({ RequestItems: { Items: { Keys: [idOf(0)], ProjectionExpression: 'status' } } }),
  ),
  probeCalls('a batch write of less than 16 MB', (db) =>
    db.batchWriteItem({ RequestItems: { Items: putsOfBytes(25, 100_000) } }),
  ),
  {
    name: 'a batch read of at most 16 MB',
    async run(db) {
      await db.batchWriteItem({ RequestItems: { Items: putsOfBytes(25, 390_000) } });
      const { Responses, UnprocessedKeys } = await db.batchGetItem({
        RequestItems: { Items: { Keys: keysOf(25) } },
      });
      await db.batchWriteItem({ RequestItems: { Items: putsOf(25) } });
      return [Responses?.Items?.length, UnprocessedKeys];
    },
  },
  probeScan('a scan', {}),
  probeScan('a filtered scan', {
    FilterExpression: 'attribute_exists(absent) OR begins_with(place, :a)',
    ExpressionAttributeValues: { ':a': { S: 'a' } },
  }),
  probeScan('a counting scan', { Select: 'COUNT' }),
  probeScan('a scan with a projection', { ProjectionExpression: 'place' }),
  probeScan('a scan with a limit of zero', { Limit: 0 }),
  probeScan('a scan with an invalid start key', { ExclusiveStartKey: { shelf: { S: 'a' } } }),
  probeScan('a scan of a missing index', { IndexName: 'missing' }),
  probeScan('a scan with wrong segments', { Segment: 2, TotalSegments: 2 }),
  pagesOfScan,
];
