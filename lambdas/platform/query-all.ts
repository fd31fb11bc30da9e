import { type DynamoDBDocumentClient, paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb';

interface Query {
  tableName: string;
  /** Without an index, the table is read consistently. */
  indexName?: string;
  key: { name: string; value: string };
  /** Only the items whose sort key begins so. */
  sortKey?: { name: string; prefix: string };
}

/** Every item of a table or an index under one key, page by page. An index may lag behind its table for a moment. */
export async function queryAll<Item>(
  client: DynamoDBDocumentClient,
  { tableName, indexName, key, sortKey }: Query,
): Promise<Item[]> {
  const pages = paginateQuery(
    { client },
    {
      TableName: tableName,
      ...(indexName ? { IndexName: indexName } : { ConsistentRead: true }),
      KeyConditionExpression: `#key = :value${sortKey ? ' AND begins_with(#sortKey, :prefix)' : ''}`,
      ExpressionAttributeNames: { '#key': key.name, ...(sortKey && { '#sortKey': sortKey.name }) },
      ExpressionAttributeValues: { ':value': key.value, ...(sortKey && { ':prefix': sortKey.prefix }) },
    },
  );
  const items: Item[] = [];
  for await (const { Items = [] } of pages) items.push(...(Items as Item[]));
  return items;
}

/** The most that `countItems` counts, because DynamoDB charges for each item that it counts. */
const maxCount = 100;

/** Counts the items of an index under a key, with one query. The index may lag behind its table for a moment. */
export async function countItems(
  client: DynamoDBDocumentClient,
  {
    tableName,
    indexName,
    key,
  }: { tableName: string; indexName: string; key: { name: string; value: string } },
): Promise<{ count: number; isMore?: true }> {
  const { Count = 0, LastEvaluatedKey: last } = await client.send(
    new QueryCommand({
      TableName: tableName,
      IndexName: indexName,
      Select: 'COUNT',
      KeyConditionExpression: '#key = :key',
      ExpressionAttributeNames: { '#key': key.name },
      ExpressionAttributeValues: { ':key': key.value },
      Limit: maxCount + 1,
    }),
  );
  // A query ends at 1 MB, which may be less than the limit.
  const isMore = Count > maxCount || last !== undefined;
  return { count: Math.min(Count, maxCount), ...(isMore ? { isMore: true } : {}) };
}
