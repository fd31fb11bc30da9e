import {
  BatchGetCommand,
  type BatchGetCommandInput,
  type BatchGetCommandOutput,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';
import { backOff } from './back-off.ts';

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html */
const maxBatch = 100;

/**
 * Reads the items with these keys, strongly consistent and in no order. Keys without an item are left out.
 * @param attributes those to read, such as `slug, updatedAt`; all without it
 */
export async function* readBatches(
  client: DynamoDBDocumentClient,
  tableName: string,
  keys: Record<string, string>[],
  attributes?: string,
): AsyncGenerator<Record<string, unknown>[]> {
  for (let start = 0; start < keys.length; start += maxBatch)
    yield await readBatch(client, tableName, keys.slice(start, start + maxBatch), attributes);
}

async function readBatch(
  client: DynamoDBDocumentClient,
  tableName: string,
  keys: Record<string, string>[],
  attributes: string | undefined,
): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  let request: BatchGetCommandInput['RequestItems'] = {
    [tableName]: {
      Keys: keys,
      ConsistentRead: true,
      ...(attributes && { ProjectionExpression: attributes }),
    },
  };
  for (let attempt = 0; ; attempt++) {
    const answer: BatchGetCommandOutput = await client.send(new BatchGetCommand({ RequestItems: request }));
    items.push(...(answer.Responses?.[tableName] ?? []));
    request = answer.UnprocessedKeys;
    // An answer holds 16 MB at most, and less when the table is busy.
    if (!request?.[tableName]) return items;
    await backOff(attempt);
  }
}
