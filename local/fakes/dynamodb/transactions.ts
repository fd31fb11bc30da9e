import { isDeepStrictEqual } from 'node:util';
import { type Attributes, DynamodbError, dynaliteDb, isAnswerable, type Store, typeOf } from './dynalite.ts';
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

// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
const maximumItems = 100;
const maximumBytes = 4 * 1024 ** 2;
const maximumTokenLength = 36;
const tokenLifetimeMs = 10 * 60 * 1000;

const actions: Record<string, WriteAction> = {
  Put: 'putItem',
  Update: 'updateItem',
  Delete: 'deleteItem',
  ConditionCheck: 'checkItem',
};

/**
 * Returns TransactWriteItems, which dynalite lacks. The caller must not run other writes at the same time.
 */
export function createTransactions(store: Store) {
  const doneByToken = new Map<string, { request: Attributes; atMs: number }>();

  async function write(request: Attributes): Promise<Attributes> {
    const token = request.ClientRequestToken;
    if (String(token).length > maximumTokenLength) {
      throw invalid(
        `1 validation error detected: Value at 'clientRequestToken' failed to satisfy constraint: Member must have length less than or equal to ${maximumTokenLength}`,
      );
    }
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
    cancelForFirstWrongKey(writes);
    refuseSameItemTwice(writes);
    refuseLargeRequest(writes);

    const batch = beginWriteBatch(store);
    const reasons: Reason[] = [];
    for (const itemWrite of writes) reasons.push(await reasonToCancel(batch.view, itemWrite));
    cancelFor(reasons);
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

  return write;
}

/** @throws DynamodbError when there is a reason */
function cancelFor(reasons: Reason[]): void {
  if (reasons.every(({ Code }) => Code === 'None')) return;
  const codes = reasons.map(({ Code }) => Code).join(', ');
  throw new DynamodbError(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    { CancellationReasons: reasons },
  );
}

/** DynamoDB checks the keys first, and reports one: https://github.com/floci-io/floci/pull/3674 */
function cancelForFirstWrongKey(writes: ItemWrite[]): void {
  const first = writes.find(({ wrongKey }) => wrongKey);
  cancelFor(
    writes.map((write) =>
      write === first && write.wrongKey
        ? { Code: 'ValidationError', Message: write.wrongKey.message }
        : { Code: 'None' },
    ),
  );
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
  const keys = new Set(writes.map(({ table, itemKey }) => `${table.TableName}~${itemKey}`));
  if (keys.size < writes.length) {
    throw invalid('Transaction request cannot include multiple operations on one item');
  }
}

function refuseLargeRequest(writes: ItemWrite[]): void {
  const bytes = writes.map(({ data }) => dynaliteDb.itemSize((data.Item ?? {}) as Attributes));
  if (bytes.reduce((sum, one) => sum + one, 0) > maximumBytes) {
    throw invalid('Item size has exceeded the maximum allowed size of the transaction');
  }
}

const isObject = (value: unknown): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const invalid = (message: string) => new DynamodbError('ValidationException', message);
