import { type DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { AppError } from './app-error.ts';

interface PageQuery {
  tableName: string;
  /** Without an index, the table is read consistently. */
  indexName?: string;
  key: { name: string; value: string };
  /** The cursor that the previous page returned. */
  cursor: string | undefined;
  /** Items before the filter; without it, as many as DynamoDB returns at once. */
  size?: number;
  /** More conditions of the query. */
  more?: Pick<
    QueryCommandInput,
    'FilterExpression' | 'ProjectionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
  > & { sortCondition?: string };
}

/** A page of the items under a key, and where the next page begins. */
export interface ItemPage<Item = Record<string, unknown>> {
  items: Item[];
  next?: string;
}

/**
 * Reads a page of a table or an index, in descending order. An index may lag behind its table for a moment.
 * @throws AppError `invalid-argument` for a cursor that does not belong to the query
 */
export async function queryPage<Item = Record<string, unknown>>(
  client: DynamoDBDocumentClient,
  { tableName, indexName, key, cursor, size, more: { sortCondition, ...more } = {} }: PageQuery,
): Promise<ItemPage<Item>> {
  const start = cursor === undefined ? undefined : { ...readCursor(cursor), [key.name]: key.value };
  const query = new QueryCommand({
    TableName: tableName,
    ...(indexName ? { IndexName: indexName } : { ConsistentRead: true }),
    KeyConditionExpression: `#key = :key${sortCondition ? ` AND ${sortCondition}` : ''}`,
    ...more,
    ExpressionAttributeNames: { '#key': key.name, ...more.ExpressionAttributeNames },
    ExpressionAttributeValues: { ':key': key.value, ...more.ExpressionAttributeValues },
    ScanIndexForward: false,
    Limit: size,
    ExclusiveStartKey: start,
  });
  const { Items, LastEvaluatedKey: last } = await client.send(query).catch((error: unknown) => {
    throw start && (error as Error).name === 'ValidationException' ? unknownCursor() : error;
  });
  const items = (Items ?? []) as Item[];
  if (!last) return { items };
  const { [key.name]: _, ...rest } = last;
  return { items, next: JSON.stringify(rest) };
}

/** @throws AppError `invalid-argument` */
export function readCursor(cursor: string): Record<string, string> {
  try {
    const read: unknown = JSON.parse(cursor);
    const isKey = typeof read === 'object' && read !== null && !Array.isArray(read);
    if (isKey && Object.values(read).every((value) => typeof value === 'string'))
      return read as Record<string, string>;
  } catch {
    // Falls through to the same error as other text.
  }
  throw unknownCursor();
}

const unknownCursor = () =>
  new AppError('invalid-argument', 'This list cannot continue here. Load it again from its beginning.');
