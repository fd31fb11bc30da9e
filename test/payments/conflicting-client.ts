import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient, TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { TableDescription } from '../../local/fakes/dynamodb/start-dynamodb.ts';

type Written = { TableName?: string; Key?: object; Item?: object };

interface Command {
  constructor: { name: string };
  input: Written & Pick<TransactWriteCommandInput, 'TransactItems'>;
}

/**
 * Refuses writes during a transaction on one of their items, like DynamoDB. The local DynamoDB runs one
 * write after the other, so it refuses none.
 * @param hold waits for the duration of a transaction, which locks its items
 * @see
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
 */
export function conflictingClient(
  client: DynamoDBDocumentClient,
  tables: TableDescription[],
  hold: () => Promise<unknown>,
) {
  /** The items of running transactions. */
  const held = new Set<string>();
  /** The items on which a write was refused. */
  const conflicts: string[] = [];

  function itemOf({ TableName, Key, Item }: Written): string {
    const table = tables.find(({ name }) => name === TableName);
    const item = { ...Item, ...Key } as Record<string, unknown>;
    const key = table?.keySchema.map(({ AttributeName: name = '' }) => item[name]);
    return JSON.stringify([TableName, key]);
  }

  async function transact(items: string[], send: () => Promise<unknown>): Promise<unknown> {
    const taken = items.filter((item) => held.has(item));
    conflicts.push(...taken);
    if (taken.length > 0) {
      throw new TransactionCanceledException({
        message: 'Transaction cancelled',
        $metadata: {},
        CancellationReasons: items.map((item) => ({
          Code: taken.includes(item) ? 'TransactionConflict' : 'None',
        })),
      });
    }
    for (const item of items) held.add(item);
    try {
      await hold();
      return await send();
    } finally {
      for (const item of items) held.delete(item);
    }
  }

  function write(item: string, send: () => Promise<unknown>): Promise<unknown> {
    if (!held.has(item)) return send();
    conflicts.push(item);
    throw new TransactionConflictException({ message: 'Transaction is ongoing for the item', $metadata: {} });
  }

  async function send(command: Command): Promise<unknown> {
    const { input } = command;
    const { name } = command.constructor;
    const act = () => client.send(command as never) as Promise<unknown>;
    if (name === 'TransactWriteCommand') {
      const parts = (input.TransactItems ?? []).flatMap((part) => Object.values(part) as Written[]);
      return transact(parts.map(itemOf), act);
    }
    return /^(Put|Update|Delete)Command$/.test(name) ? write(itemOf(input), act) : act();
  }

  return {
    client: Object.assign(Object.create(client) as DynamoDBDocumentClient, { send }),
    conflicts,
  };
}
