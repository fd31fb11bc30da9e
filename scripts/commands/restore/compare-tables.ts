import { isDeepStrictEqual } from 'node:util';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  type DynamoDBDocumentClient,
  GetCommand,
  paginateScan,
} from '@aws-sdk/lib-dynamodb';

export type Item = Record<string, unknown>;

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
  const keyOf = (item: Item): Item => Object.fromEntries(keyNames.map((name) => [name, item[name]]));
  const pages = paginateScan(
    { client: dynamodb, pageSize: batchSize },
    { TableName: restored, ConsistentRead: true },
  );
  for await (const { Items: items = [] } of pages) {
    const lives = await readItems(dynamodb, live, items.map(keyOf));
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

async function readItems(dynamodb: DynamoDBDocumentClient, table: string, keys: Item[]): Promise<Item[]> {
  const items: Item[] = [];
  let request: BatchGetCommandInput['RequestItems'] =
    keys.length > 0 ? { [table]: { Keys: keys, ConsistentRead: true } } : undefined;
  while (request && Object.keys(request).length > 0) {
    const { Responses: responses, UnprocessedKeys: unprocessed } = await dynamodb.send(
      new BatchGetCommand({ RequestItems: request }),
    );
    items.push(...(responses?.[table] ?? []));
    request = unprocessed;
  }
  return items;
}
