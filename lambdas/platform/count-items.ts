import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';

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
