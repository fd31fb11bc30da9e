import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { readBatches } from '../../platform/read-batches.ts';

/** The email addresses of users or subscribers by id. Deleted people and other ids, such as names of functions, have none. */
export async function readAddresses(
  client: DynamoDBDocumentClient,
  tableName: string,
  userIds: readonly string[],
  keyName: 'userId' | 'subscriberId' = 'userId',
): Promise<ReadonlyMap<string, string>> {
  const keys = [...new Set(userIds)].map((id) => ({ [keyName]: id }));
  const addresses = new Map<string, string>();
  for await (const users of readBatches(client, tableName, keys))
    for (const { [keyName]: id, email } of users) if (email) addresses.set(String(id), String(email));
  return addresses;
}
