import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';

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
