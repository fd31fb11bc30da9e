import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';

/** The item with a key, strongly consistent; undefined if there is none. */
export async function readItem<Item = Record<string, unknown>>(
  client: DynamoDBDocumentClient,
  tableName: string,
  key: Record<string, string>,
): Promise<Item | undefined> {
  const command = new GetCommand({ TableName: tableName, Key: key, ConsistentRead: true });
  return (await client.send(command)).Item as Item | undefined;
}
