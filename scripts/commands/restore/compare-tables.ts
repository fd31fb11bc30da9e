import { isDeepStrictEqual } from 'node:util';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, GetCommand, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { succeeds } from '../../../lambdas/platform/conditional-write.ts';
import { readBatches } from '../../../lambdas/platform/read-batches.ts';

type Item = Record<string, unknown>;

/** The state of an item of the restored table in the live one. */
export type Finding =
  | { state: 'same' | 'ownerless'; key: Item }
  | { state: 'missing'; key: Item; restored: Item }
  | { state: 'changed'; key: Item; restored: Item; live: Item };

interface Comparison {
  dynamodb: DynamoDBDocumentClient;
  live: string;
  restored: string;
  /** Items without an owner were deleted on purpose. */
  hasAccount(userId: string): Promise<boolean>;
}

/** DynamoDB's limit per request. */
const batchSize = 100;

/**
 * Looks up each item of a restored table in the live one. Newer items are ignored.
 * @throws Error when they are not the same table at different times
 */
export async function* compareTables(comparison: Comparison): AsyncGenerator<Finding> {
  const { dynamodb, live, restored, hasAccount } = comparison;
  const keyNames = await readKeyNames(dynamodb, live);
  if (live === restored || !isDeepStrictEqual(await readKeyNames(dynamodb, restored), keyNames)) {
    throw new Error(`${restored} is not an earlier state of ${live}.`);
  }
  const keyOf = (item: Item) => Object.fromEntries(keyNames.map((name) => [name, String(item[name])]));
  const pages = paginateScan(
    { client: dynamodb, pageSize: batchSize },
    { TableName: restored, ConsistentRead: true },
  );
  for await (const { Items: items = [] } of pages) {
    const lives: Item[] = [];
    for await (const found of readBatches(dynamodb, live, items.map(keyOf))) lives.push(...found);
    for (const item of items) {
      const key = keyOf(item);
      const found = lives.find((other) => isDeepStrictEqual(keyOf(other), key));
      if (found && isDeepStrictEqual(found, item)) {
        yield { state: 'same', key };
        continue;
      }
      const owner = await ownerOf(comparison, item);
      // A person without an account has left a group since, or deleted the address.
      const hasLeft = found?.leftAt !== undefined && found.leftAt !== item.leftAt;
      if (hasLeft) yield { state: 'ownerless', key };
      else if (owner !== undefined && !(await hasAccount(owner))) yield { state: 'ownerless', key };
      else if (found) yield { state: 'changed', key, restored: item, live: found };
      else yield { state: 'missing', key, restored: item };
    }
  }
}

/**
 * The owner of an item, if it has one. Counts of a referral code belong to the owner of the code. An
 * email that was logged under an address belongs to no account, so it is not put back.
 */
async function ownerOf({ dynamodb, restored }: Comparison, item: Item): Promise<string | undefined> {
  const { userId, code, personKey } = item;
  if (typeof userId === 'string') return userId;
  if (typeof personKey === 'string') return personKey;
  if (typeof code !== 'string') return undefined;
  const { Item: owner } = await dynamodb.send(
    new GetCommand({ TableName: restored, Key: { code, sortKey: 'owner' }, ConsistentRead: true }),
  );
  // A code without an owner was being deleted at that time.
  return typeof owner?.userId === 'string' ? owner.userId : 'nobody';
}

async function readKeyNames(dynamodb: DynamoDBDocumentClient, TableName: string): Promise<string[]> {
  const { Table: table } = await dynamodb
    .send(new DescribeTableCommand({ TableName }))
    .catch((error: Error) => {
      throw error.name === 'ResourceNotFoundException' ? new Error(`There is no table ${TableName}.`) : error;
    });
  return (table?.KeySchema ?? []).flatMap(({ AttributeName: name }) => name ?? []);
}

const maxShownLength = 60;

/** The attributes that a restored item would change, a line each, such as `name: "Bea" → "Ana"`. */
export function describeDifference({ live, restored }: Extract<Finding, { state: 'changed' }>): string[] {
  return [...new Set([...Object.keys(live), ...Object.keys(restored)])]
    .filter((name) => !isDeepStrictEqual(live[name], restored[name]))
    .map((name) => `${name}: ${show(live[name])} → ${show(restored[name])}`);
}

function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length <= maxShownLength ? text : `${text.slice(0, maxShownLength)}…`;
}

/** An item that differs. */
export type Lost = Extract<Finding, { restored: Item }>;

/**
 * Writes the restored item.
 * @returns false, without a change, if the live item has changed since it was compared
 */
export const putBack = (dynamodb: DynamoDBDocumentClient, table: string, lost: Lost): Promise<boolean> =>
  succeeds(dynamodb.send(new PutCommand({ TableName: table, Item: lost.restored, ...conditionOf(lost) })));

/**
 * The condition that the item has not changed: each attribute has the compared value, or is missing
 * as before.
 */
function conditionOf(lost: Lost) {
  const live: Item = lost.state === 'changed' ? lost.live : {};
  const names = [...new Set([...Object.keys(lost.restored), ...Object.keys(live)])];
  return {
    ConditionExpression: names
      .map((name, index) =>
        Object.hasOwn(live, name) ? `#${index} = :${index}` : `attribute_not_exists(#${index})`,
      )
      .join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#${index}`, name])),
    ...(lost.state === 'changed'
      ? {
          ExpressionAttributeValues: Object.fromEntries(
            names.flatMap((name, index) => (Object.hasOwn(live, name) ? [[`:${index}`, live[name]]] : [])),
          ),
        }
      : {}),
  };
}
