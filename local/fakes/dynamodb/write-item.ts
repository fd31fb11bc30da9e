import {
  type Attributes,
  type DynamodbError,
  dynaliteDb,
  isAnswerable,
  readTable,
  runAction,
  type Store,
  settle,
  typeOf,
  validate,
} from './dynalite.ts';

export type WriteAction = 'putItem' | 'updateItem' | 'deleteItem' | 'checkItem';

export interface ItemWrite {
  action: WriteAction;
  data: Attributes;
  tableName: string;
  itemKey: string;
  returnsItemOnFailure: boolean;
}

/** Validates a write, independent of the items in the table. @throws DynamodbError */
export async function prepareWrite(
  store: Store,
  action: WriteAction,
  request: Attributes,
): Promise<ItemWrite> {
  // A check has the shape of a delete: a key and a condition.
  const data = validate(store, action === 'checkItem' ? 'deleteItem' : action, request);
  const table = await readTable(store, data.TableName as string);
  const keyOrItem = (action === 'putItem' ? data.Item : data.Key) as Attributes;
  const invalid =
    action === 'putItem'
      ? dynaliteDb.validateItem(keyOrItem, table)
      : dynaliteDb.validateKey(keyOrItem, table);
  if (invalid) throw invalid;
  return {
    action,
    data,
    tableName: table.TableName,
    itemKey: dynaliteDb.createKey(keyOrItem, table),
    // dynalite does not support this parameter, and removes it from `data`.
    returnsItemOnFailure: request.ReturnValuesOnConditionCheckFailure === 'ALL_OLD',
  };
}

/**
 * Runs one write on the view of a batch. The error of a failed condition contains the item, if the request
 * asks for it.
 */
export async function writeItem(view: Store, write: ItemWrite): Promise<Attributes> {
  try {
    return write.action === 'checkItem'
      ? await checkItem(view, write)
      : await runAction(view, write.action, write.data);
  } catch (error) {
    if (write.returnsItemOnFailure && isAnswerable(error) && isFailedCondition(error)) {
      const item = await readItem(view, write);
      if (item) Object.assign(error.body, { Item: item });
    }
    throw error;
  }
}

export const isFailedCondition = (error: DynamodbError) =>
  typeOf(error) === 'ConditionalCheckFailedException';

async function checkItem(view: Store, write: ItemWrite): Promise<Attributes> {
  const failed = dynaliteDb.checkConditional(write.data, await readItem(view, write));
  if (failed) throw failed;
  return {};
}

const readItem = (view: Store, write: ItemWrite): Promise<Attributes | undefined> =>
  settle((done) => view.getItemDb(write.tableName).get(write.itemKey, done));
