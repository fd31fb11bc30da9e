import { createRequire } from 'node:module';

/**
 * The parts of dynalite that we use, with types that it lacks. The version is pinned to 4.0.0. Its actions
 * take the store as an argument, so our store can collect the writes of a request and commit them at once.
 */
const require = createRequire(import.meta.url);

export type Attributes = Record<string, unknown>;

export interface TableRecord extends Attributes {
  TableName: string;
  KeySchema: { AttributeName: string; KeyType: string }[];
  GlobalSecondaryIndexes?: { IndexName: string; KeySchema: unknown; Projection: unknown }[];
}

type Done<T> = (error: Error | null, value?: T) => void;

/** One table or index: a range of keys in the LevelDB database. */
export interface KeyRange {
  get(key: string, done: Done<Attributes>): void;
  put(key: string, value: Attributes, done: Done<void>): void;
  del(key: string, done: Done<void>): void;
  createValueStream(options: object): AsyncIterable<Attributes>;
}

export interface Store {
  db: {
    open(): Promise<void>;
    close(): Promise<void>;
    batch(operations: BatchOperation[]): Promise<void>;
  };
  tableDb: KeyRange;
  getTable(name: string, done: Done<TableRecord>): void;
  getItemDb(tableName: string): KeyRange;
  getIndexDb(type: string, tableName: string, indexName: string): KeyRange;
  deleteIndexDb(type: string, tableName: string, indexName: string, done: Done<void>): void;
}

export type BatchOperation = { type: 'put'; key: string; value: Attributes } | { type: 'del'; key: string };

interface DynaliteDb {
  create(options: { path?: string }): Store;
  createKey(keyOrItem: Attributes, table: TableRecord): string;
  validateKey(key: Attributes, table: TableRecord): Error | null | undefined;
  validateItem(item: Attributes, table: TableRecord): Error | null | undefined;
  checkConditional(data: Attributes, existingItem: Attributes | undefined): Error | null | undefined;
  updateIndexes(
    store: Store,
    table: TableRecord,
    before: Attributes | null,
    after: Attributes,
    done: Done<void>,
  ): void;
}

interface Validations {
  checkTypes(data: Attributes, types: object): Attributes;
  checkValidations(data: Attributes, types: object, custom: unknown, store: Store): void;
}

export const dynaliteDb = require('dynalite/db') as DynaliteDb;
const validations = require('dynalite/validations') as Validations;

/**
 * dynalite compares the contents of lists and maps by identity, so `list = :list` is false unless both are
 * empty. Before the comparison, equal values are therefore replaced by the same object.
 */
const checkByIdentity = dynaliteDb.checkConditional;
dynaliteDb.checkConditional = (data, existingItem) => {
  const known = new Map<string, unknown>();
  function unify(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const unified = Array.isArray(value)
      ? value.map(unify)
      : Object.fromEntries(
          Object.entries(value)
            .sort(([one], [other]) => (one < other ? -1 : 1))
            .map(([name, part]) => [name, unify(part)]),
        );
    const text = JSON.stringify(unified);
    if (!known.has(text)) known.set(text, unified);
    return known.get(text);
  }
  const { _condition, Expected, ...rest } = data;
  return checkByIdentity(
    {
      ...rest,
      ...(_condition ? { _condition: unify(_condition) } : {}),
      ...(Expected ? { Expected: unify(Expected) } : {}),
    },
    existingItem && (unify(existingItem) as Attributes),
  );
};

/** An error with status 400. The errors of dynalite have the same two fields. */
export class DynamodbError extends Error {
  readonly statusCode = 400;
  readonly body: { __type: string; message: string };

  constructor(type: string, message: string, details: object = {}) {
    super(message);
    this.body = { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message, ...details };
  }
}

export function isAnswerable(error: unknown): error is DynamodbError {
  return error instanceof Error && 'statusCode' in error && 'body' in error;
}

export const typeOf = (error: DynamodbError): string => error.body.__type.split('#')[1] ?? '';

export function settle<T>(start: (done: Done<T>) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    start((error, value) => (error ? reject(error) : resolve(value as T)));
  });
}

/** Returns the request with parsed expressions, as an action of dynalite takes it. @throws DynamodbError */
export function validate(store: Store, action: string, request: Attributes): Attributes {
  const rules = require(`dynalite/validations/${action}`) as { types: object; custom?: unknown };
  const data = validations.checkTypes(structuredClone(request), rules.types);
  validations.checkValidations(data, rules.types, rules.custom, store);
  return data;
}

export function runAction(store: Store, action: string, data: Attributes): Promise<Attributes> {
  const run = require(`dynalite/actions/${action}`) as (
    s: Store,
    d: Attributes,
    done: Done<Attributes>,
  ) => void;
  return settle((done) => run(store, data, done));
}

export const readTable = (store: Store, name: string): Promise<TableRecord> =>
  settle((done) => store.getTable(name, done));
