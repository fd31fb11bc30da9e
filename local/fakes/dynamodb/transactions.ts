import { isDeepStrictEqual } from 'node:util';
import {
  type Attributes,
  DynamodbError,
  isAnswerable,
  readTable,
  runAction,
  type Store,
  typeOf,
  validate,
} from './dynalite.ts';
import { beginWriteBatch } from './write-batch.ts';
import {
  type ItemWrite,
  isFailedCondition,
  prepareWrite,
  type WriteAction,
  writeItem,
} from './write-item.ts';

interface Reason {
  Code: string;
  Message?: string;
  Item?: Attributes;
}

const maximumItems = 100;
/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html */
const tokenLifetimeMs = 10 * 60 * 1000;

const actions: Record<string, WriteAction> = {
  Put: 'putItem',
  Update: 'updateItem',
  Delete: 'deleteItem',
  ConditionCheck: 'checkItem',
};

/**
 * TransactWriteItems and TransactGetItems, which dynalite lacks. The caller must not run other writes at the
 * same time.
 */
export function createTransactions(store: Store) {
  const doneByToken = new Map<string, { request: Attributes; atMs: number }>();

  async function write(request: Attributes): Promise<Attributes> {
    const token = request.ClientRequestToken;
    if (typeof token === 'string' && isRepeated(token, request)) return {};

    const writes = await Promise.all(
      itemsOf(request).map(async (item) => {
        const [kind, parameters] = onlyEntryOf(item);
        const action = actions[kind];
        if (!action) throw invalid('TransactItems can only contain one of Check, Put, Update or Delete');
        if (kind === 'ConditionCheck') requireParameter(parameters, 'ConditionExpression');
        if (kind === 'Update') requireParameter(parameters, 'UpdateExpression');
        return prepareWrite(store, action, parameters);
      }),
    );
    refuseSameItemTwice(writes);

    const batch = beginWriteBatch(store);
    const reasons: Reason[] = [];
    for (const itemWrite of writes) reasons.push(await reasonToCancel(batch.view, itemWrite));
    if (reasons.some((reason) => reason.Code !== 'None')) {
      const codes = reasons.map((reason) => reason.Code).join(', ');
      throw new DynamodbError(
        'TransactionCanceledException',
        `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
        { CancellationReasons: reasons },
      );
    }
    await batch.commit();
    if (typeof token === 'string') doneByToken.set(token, { request, atMs: Date.now() });
    return {};
  }

  function isRepeated(token: string, request: Attributes): boolean {
    // The map is in the order of insertion, oldest first.
    for (const [old, { atMs }] of doneByToken) {
      if (atMs + tokenLifetimeMs >= Date.now()) break;
      doneByToken.delete(old);
    }
    const done = doneByToken.get(token);
    if (done && !isDeepStrictEqual(done.request, request)) {
      throw new DynamodbError(
        'IdempotentParameterMismatchException',
        'The request uses the same client token as a previous, but non-identical request. Do not reuse a client token with different requests, unless the requests are identical.',
      );
    }
    return done !== undefined;
  }

  async function get(request: Attributes): Promise<Attributes> {
    const reads = await Promise.all(
      itemsOf(request).map(async (item) => {
        const [kind, parameters] = onlyEntryOf(item);
        if (kind !== 'Get') throw invalid('TransactItems can only contain Get');
        const data = validate(store, 'getItem', parameters);
        await readTable(store, data.TableName as string);
        return data;
      }),
    );
    const answers = await Promise.all(reads.map((data) => runAction(store, 'getItem', data)));
    return { Responses: answers.map(({ Item }) => (Item ? { Item } : {})) };
  }

  return { write, get };
}

async function reasonToCancel(view: Store, write: ItemWrite): Promise<Reason> {
  try {
    await writeItem(view, write);
    return { Code: 'None' };
  } catch (error) {
    if (!isAnswerable(error)) throw error;
    const { __type, message, ...item } = error.body;
    if (isFailedCondition(error)) return { Code: 'ConditionalCheckFailed', Message: message, ...item };
    if (typeOf(error) === 'ValidationException') return { Code: 'ValidationError', Message: message };
    throw error;
  }
}

function itemsOf(request: Attributes): unknown[] {
  const items = request.TransactItems;
  if (!Array.isArray(items) || items.length === 0 || items.length > maximumItems) {
    throw invalid(
      `1 validation error detected: Value at 'transactItems' failed to satisfy constraint: Member must have length between 1 and ${maximumItems}`,
    );
  }
  return items;
}

function onlyEntryOf(item: unknown): [string, Attributes] {
  const entries = isObject(item) ? Object.entries(item) : [];
  const [entry] = entries;
  if (entries.length !== 1 || !entry || !isObject(entry[1])) {
    throw invalid('TransactItems can only contain one of Check, Put, Update or Delete');
  }
  return [entry[0], entry[1]];
}

function requireParameter(parameters: Attributes, name: string): void {
  if (typeof parameters[name] !== 'string') {
    throw invalid(`The parameter '${name}' is required but was not present in the request`);
  }
}

function refuseSameItemTwice(writes: ItemWrite[]): void {
  const keys = new Set(writes.map(({ tableName, itemKey }) => `${tableName}~${itemKey}`));
  if (keys.size < writes.length) {
    throw invalid('Transaction request cannot include multiple operations on one item');
  }
}

const isObject = (value: unknown): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const invalid = (message: string) => new DynamodbError('ValidationException', message);
