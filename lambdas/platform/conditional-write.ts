import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { backOff } from './back-off.ts';

/** A part of a transaction. */
export type TransactionPart = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Why DynamoDB cancels a transaction with a part that has changed since it was read, or is being changed. */
const outdated: ReadonlySet<string | undefined> = new Set([
  'None',
  'ConditionalCheckFailed',
  'TransactionConflict',
]);

/** True when a conditional write succeeded, false when its condition failed. */
export async function succeeds(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/**
 * Writes all parts, or nothing.
 * @returns false when a condition failed, or a part was being changed
 */
export async function writeTogether(
  client: DynamoDBDocumentClient,
  parts: TransactionPart[],
): Promise<boolean> {
  try {
    await client.send(new TransactWriteCommand({ TransactItems: parts }));
    return true;
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    if (!error.CancellationReasons?.every(({ Code }) => outdated.has(Code))) throw error;
    return false;
  }
}

/** DynamoDB cancels one of two transactions on the same item, which may then be retried. */
const maxAttempts = 4;

/**
 * Writes changes together with the entry that records them, or nothing.
 * @returns `repeated` when the entry exists already, and `outdated` when the condition of a change failed
 */
export async function writeRecorded(
  client: DynamoDBDocumentClient,
  entry: TransactionPart,
  ...changes: TransactionPart[]
): Promise<'written' | 'repeated' | 'outdated'> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.send(new TransactWriteCommand({ TransactItems: [entry, ...changes] }));
      return 'written';
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const [ofEntry, ...ofChanges] = (error.CancellationReasons ?? []).map(({ Code }) => Code);
      if (ofEntry === 'ConditionalCheckFailed') return 'repeated';
      if (ofChanges.includes('ConditionalCheckFailed')) return 'outdated';
      const isConflict = [ofEntry, ...ofChanges].includes('TransactionConflict');
      if (!isConflict || attempt === maxAttempts) throw error;
      await backOff(attempt);
    }
  }
}
