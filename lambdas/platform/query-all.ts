import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';

interface Query {
  tableName: string;
  /** Without an index, the table is read consistently. */
  indexName?: string;
  key: { name: string; value: string };
}

/** Every item of a table or an index under one key, page by page. An index may lag behind its table for a moment. */
export async function queryAll<Item>(
  client: DynamoDBDocumentClient,
  { tableName, indexName, key }: Query,
): Promise<Item[]> {
  const pages = paginateQuery(
    { client },
    {
      TableName: tableName,
      ...(indexName ? { IndexName: indexName } : { ConsistentRead: true }),
      KeyConditionExpression: '#key = :value',
      ExpressionAttributeNames: { '#key': key.name },
      ExpressionAttributeValues: { ':value': key.value },
    },
  );
  const items: Item[] = [];
  for await (const { Items = [] } of pages) items.push(...(Items as Item[]));
  return items;
}
