import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { maxPasskeys } from '../../../contract/rules/passkey-limits.ts';
import type { StoredUser } from './user-store.ts';

/** Each further attempt means that another request changed the names in between. */
const maxAttempts = 5;

interface NamedPasskey {
  id: string;
  /** Null removes the name. */
  name: string | null;
}

/**
 * Stores or removes the name of a passkey in the user's record. Of more than 20 names, it removes the
 * oldest.
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
    const others = (previous ?? []).filter((other) => other.id !== id);
    const next = name === null ? others : [...others, { id, name }].slice(-maxPasskeys);
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
