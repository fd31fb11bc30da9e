import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { readBatches } from '../../platform/read-batches.ts';

/** The email address of each user by id, without deleted users. Other ids, such as names of functions, have none. */
export async function readAddresses(
  client: DynamoDBDocumentClient,
  tableName: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const keys = [...new Set(userIds)].map((userId) => ({ userId }));
  const addresses = new Map<string, string>();
  for await (const users of readBatches(client, tableName, keys))
    for (const { userId, email } of users) if (email) addresses.set(String(userId), String(email));
  return addresses;
}
