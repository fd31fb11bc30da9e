import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { maxPasskeyNames } from '../../../contract/rules/passkey-limits.ts';
import type { StoredUser } from './user-store.ts';

/** Each further attempt means that another request changed the names in between. */
const maxAttempts = 5;

interface NamedPasskey {
  id: string;
  name: string;
}

/**
 * Stores the name of a passkey in the user's record. Keeps the last 20 names, as Cognito keeps 20
 * passkeys: the names of removed passkeys disappear in time.
 * @param readUser reads the record that is changed
 * @returns the record after the change
 */
export async function namePasskey(
  client: DynamoDBDocumentClient,
  tableName: string,
  readUser: () => Promise<StoredUser>,
  { id, name }: NamedPasskey,
): Promise<StoredUser> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const user = await readUser();
    const { passkeyNames: previous } = user;
    const others = Object.entries(previous ?? {}).filter(([other]) => other !== id);
    const next = Object.fromEntries([...others, [id, name]].slice(-maxPasskeyNames));
    try {
      await client.send(
        new UpdateCommand({
          TableName: tableName,
          Key: { userId: user.userId },
          // A record without an address belongs to an account that was deleted.
          ConditionExpression: `attribute_exists(email) AND ${
            previous ? 'passkeyNames = :previous' : 'attribute_not_exists(passkeyNames)'
          }`,
          UpdateExpression: 'SET passkeyNames = :next',
          ExpressionAttributeValues: { ':next': next, ...(previous && { ':previous': previous }) },
        }),
      );
      return { ...user, passkeyNames: next };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  }
  throw new Error('The names of the passkeys kept changing.');
}
