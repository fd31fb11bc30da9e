import { createRequire } from 'node:module';

/**
 * The parts of dynalite that we use, with types that it lacks. The version is pinned to 4.0.0. Its actions
 * take the store as an argument, so our store can collect the writes of a request and commit them at once.
 */
const require = createRequire(import.meta.url);

export type Attributes = Record<string, unknown>;

/** An attribute value, such as `{ S: 'text' }`. */
export interface Value {
  S?: string;
  N?: string;
  B?: string;
  L?: Value[];
  M?: Item;
  SS?: string[];
  NS?: string[];
  BS?: string[];
  BOOL?: boolean;
  NULL?: boolean;
}

export interface Item {
  [name: string]: Value;
}

export interface TableRecord extends Attributes {
  TableName: string;
  AttributeDefinitions: { AttributeName: string; AttributeType: string }[];
  KeySchema: { AttributeName: string; KeyType: string }[];
  GlobalSecondaryIndexes?: SecondaryIndex[];
}

export interface SecondaryIndex {
  IndexName: string;
  KeySchema: { AttributeName: string; KeyType: string }[];
  Projection: { ProjectionType: string; NonKeyAttributes?: string[] };
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
  options: { maxItemSize: number };
  getTable(name: string, done: Done<TableRecord>): void;
  getItemDb(tableName: string): KeyRange;
  getIndexDb(type: string, tableName: string, indexName: string): KeyRange;
  deleteIndexDb(type: string, tableName: string, indexName: string, done: Done<void>): void;
}

export type BatchOperation = { type: 'put'; key: string; value: Attributes } | { type: 'del'; key: string };

interface DynaliteDb {
  create(options: { path?: string }): Store;
  createKey(keyOrItem: Attributes, table: TableRecord): string;
  validateKey(key: Attributes, table: TableRecord, keySchema?: unknown): Error | null | undefined;
  validateItem(item: Attributes, table: TableRecord): Error | null | undefined;
  validateUpdates(legacy: undefined, updates: unknown, table: TableRecord): Error | null | undefined;
  checkConditional(data: Attributes, existingItem: Attributes | undefined): Error | null | undefined;
  itemSize(item: Attributes, ...options: unknown[]): number;
  mapPath(path: (string | number)[], item: Item): Value | null | undefined;
  mapPaths(paths: (string | number)[][], item: Item): Item;
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
  /** Returns the error, and replaces numbers with their shortest form. */
  validateAttributeValue(value: Value): string | undefined;
}

export const dynaliteDb = require('dynalite/db') as DynaliteDb;
const validations = require('dynalite/validations') as Validations;

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

/** Returns the number in its shortest form. @throws DynamodbError when it has too many digits */
export function checkNumber(number: Value): Value {
  const problem = validations.validateAttributeValue(number);
  if (problem) throw new DynamodbError('ValidationException', problem);
  return number;
}

export const readTable = (store: Store, name: string): Promise<TableRecord> =>
  settle((done) => store.getTable(name, done));
