import { applyUpdate, type Change } from './apply-update.ts';
import {
  type Attributes,
  DynamodbError,
  dynaliteDb,
  type Item,
  isAnswerable,
  readTable,
  runAction,
  type Store,
  settle,
  type TableRecord,
  typeOf,
} from './dynalite.ts';
import type { Path } from './match-condition.ts';
import { validateRequest } from './validate-request.ts';

export type WriteAction = 'putItem' | 'updateItem' | 'deleteItem' | 'checkItem';

export interface ItemWrite {
  action: WriteAction;
  data: Attributes;
  table: TableRecord;
  itemKey: string;
  /** A key is missing, or has another type than in the table. It cancels a transaction. */
  wrongKey?: Error;
  returnsItemOnFailure: boolean;
}

/** Validates a write, independent of the items in the table. @throws DynamodbError */
export async function prepareWrite(
  store: Store,
  action: WriteAction,
  request: Attributes,
): Promise<ItemWrite> {
  // A check has the shape of a delete: a key and a condition.
  const data = validateRequest(store, action === 'checkItem' ? 'deleteItem' : action, request);
  const table = await readTable(store, data.TableName as string);
  const keyOrItem = (action === 'putItem' ? data.Item : data.Key) as Item;
  const invalid =
    action === 'putItem'
      ? dynaliteDb.validateItem(keyOrItem, table)
      : dynaliteDb.validateKey(keyOrItem, table);
  const wrongKey = invalid && differsFromSchema(invalid) ? invalid : undefined;
  if (!wrongKey) throwIfInvalid(invalid);
  return {
    action,
    data,
    table,
    itemKey: wrongKey ? '' : dynaliteDb.createKey(keyOrItem, table),
    ...(wrongKey && { wrongKey }),
    // dynalite does not support this parameter, and removes it from `data`.
    returnsItemOnFailure: request.ReturnValuesOnConditionCheckFailure === 'ALL_OLD',
  };
}

/** Whether DynamoDB compared a key with the table, so that the mistake cancels a transaction. */
const differsFromSchema = ({ message }: Error): boolean =>
  /does not match the schema|Missing the key|Type mismatch/.test(message);

/**
 * Runs one write on the view of a batch. The error of a failed condition contains the item, if the request
 * asks for it.
 */
export async function writeItem(view: Store, write: ItemWrite): Promise<Attributes> {
  throwIfInvalid(write.wrongKey);
  try {
    if (write.action === 'checkItem') return await checkItem(view, write);
    if (write.action === 'updateItem') return await updateItem(view, write);
    return await runAction(view, write.action, write.data);
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
  throwIfInvalid(dynaliteDb.checkConditional(write.data, await readItem(view, write)));
  return {};
}

/** UpdateItem. The action of dynalite changes values that two attributes share. */
async function updateItem(view: Store, write: ItemWrite): Promise<Attributes> {
  const { data, table, itemKey } = write;
  const { sections = [], paths = [] } = (data._updates ?? {}) as { sections?: Change[]; paths?: Path[] };
  throwIfInvalid(dynaliteDb.validateUpdates(undefined, data._updates, table));
  const items = view.getItemDb(table.TableName);
  const before = await readItem(view, write);
  throwIfInvalid(dynaliteDb.checkConditional(data, before));
  const after = applyUpdate(sections, before ?? (data.Key as Item));
  throwIfInvalid(dynaliteDb.validateItem(after, table));
  if (dynaliteDb.itemSize(after) > view.options.maxItemSize) {
    throw new DynamodbError(
      'ValidationException',
      'Item size to update has exceeded the maximum allowed size',
    );
  }
  await settle<void>((done) => dynaliteDb.updateIndexes(view, table, before ?? null, after, done));
  await settle<void>((done) => items.put(itemKey, after, done));
  const shown = shownAttributes(data.ReturnValues as string | undefined, { before, after, paths });
  return shown && Object.keys(shown).length > 0 ? { Attributes: shown } : {};
}

function shownAttributes(
  returnValues: string | undefined,
  { before = {}, after, paths }: { before?: Item; after: Item; paths: Path[] },
): Item | undefined {
  switch (returnValues) {
    case 'ALL_OLD':
      return before;
    case 'ALL_NEW':
      return after;
    case 'UPDATED_OLD':
      return dynaliteDb.mapPaths(paths, before);
    case 'UPDATED_NEW':
      return dynaliteDb.mapPaths(paths, after);
    default:
      return undefined;
  }
}

function throwIfInvalid(problem: Error | null | undefined): void {
  if (problem) throw problem;
}

const readItem = (view: Store, write: ItemWrite): Promise<Item | undefined> =>
  settle<Attributes>((done) => view.getItemDb(write.table.TableName).get(write.itemKey, done)) as Promise<
    Item | undefined
  >;
