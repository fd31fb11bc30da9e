import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { backOff } from './back-off.ts';

/** A part of a transaction. */
export type TransactionPart = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** The reasons for canceling a transaction with a part that has changed since it was read, or is being changed. */
const outdated: ReadonlySet<string | undefined> = new Set([
  'None',
  'ConditionalCheckFailed',
  'TransactionConflict',
]);

/** The reasons for canceling a transaction that may succeed a moment later. */
const temporary: ReadonlySet<string | undefined> = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
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
 * The update of an item.
 * @param change such as `SET #status = :status`; a name with `#` is that of a field, and a name with `:` that of a value
 */
export function updateOf(
  tableName: string,
  key: object,
  condition: string,
  change: string,
  values: Record<string, unknown> = {},
) {
  const names = [...`${condition} ${change}`.matchAll(/#(\w+)/g)].map(([name, field]) => [name, field]);
  const ofValues = Object.entries(values).map(([name, value]) => [`:${name}`, value]);
  return {
    TableName: tableName,
    Key: { ...key },
    ConditionExpression: condition,
    UpdateExpression: change,
    ...(names.length > 0 ? { ExpressionAttributeNames: Object.fromEntries(names) } : {}),
    ...(ofValues.length > 0 ? { ExpressionAttributeValues: Object.fromEntries(ofValues) } : {}),
  };
}

/** @returns false when the condition is not met */
export const updateIf = (client: DynamoDBDocumentClient, update: UpdateCommandInput): Promise<boolean> =>
  succeeds(client.send(new UpdateCommand(update)));

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

/**
 * Writes all parts, or nothing. Tries again while another transaction changes one of the items, of which DynamoDB cancels one, or while DynamoDB
 * slows down the writes.
 * @returns undefined when all are written; otherwise whether the condition of each part failed
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
 */
export async function writeOrExplain(
  client: DynamoDBDocumentClient,
  parts: TransactionPart[],
  { maxAttempts = 4, pause = backOff } = {},
): Promise<boolean[] | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.send(new TransactWriteCommand({ TransactItems: parts }));
      return undefined;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code);
      if (codes.includes('ConditionalCheckFailed'))
        return codes.map((code) => code === 'ConditionalCheckFailed');
      if (!codes.some((code) => temporary.has(code)) || attempt === maxAttempts) throw error;
      await pause(attempt);
    }
  }
}

/**
 * Writes changes together with the entry that records them, or nothing.
 * @returns `repeated` when the entry exists already, and `outdated` when the condition of a change failed
 */
export async function writeRecorded(
  client: DynamoDBDocumentClient,
  entry: TransactionPart,
  ...changes: TransactionPart[]
): Promise<'written' | 'repeated' | 'outdated'> {
  const failed = await writeOrExplain(client, [entry, ...changes]);
  if (!failed) return 'written';
  return failed[0] ? 'repeated' : 'outdated';
}
