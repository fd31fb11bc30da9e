import { mkdir } from 'node:fs/promises';
import {
  type Attributes,
  DynamodbError,
  dynaliteDb,
  readTable,
  runAction,
  type Store,
  validate,
} from './dynalite.ts';
import { ensureTables, type TableDescription } from './ensure-tables.ts';
import { createTransactions } from './transactions.ts';
import { beginWriteBatch } from './write-batch.ts';
import { prepareWrite, writeItem } from './write-item.ts';

type Operation = (request: Attributes) => Promise<Attributes>;

export interface OpenDynamodb {
  /** Runs an operation by its name, such as `GetItem`. @throws an error that `isAnswerable` */
  run(operation: string, request: Attributes): Promise<Attributes>;
  close(): Promise<void>;
}

/**
 * DynamoDB without its HTTP. Tables and indexes follow `tables`; items past their time to live stay.
 * @param dir where the tables are kept; in memory without it
 * @throws Error when another process has the folder open
 */
export async function openDynamodb({
  dir,
  tables,
}: {
  dir?: string;
  tables: TableDescription[];
}): Promise<OpenDynamodb> {
  const store = await openStore(dir);
  const operations = createOperations(store, tables);
  try {
    await ensureTables(store, tables);
  } catch (error) {
    await store.db.close();
    throw error;
  }
  return {
    async run(name, request) {
      const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
      if (!operation) {
        throw new DynamodbError(
          'UnknownOperationException',
          'The local DynamoDB does not know this operation',
        );
      }
      return operation(request);
    },
    close: () => store.db.close(),
  };
}

async function openStore(dir: string | undefined): Promise<Store> {
  if (dir !== undefined) await mkdir(dir, { recursive: true });
  const store = dynaliteDb.create(dir === undefined ? {} : { path: dir });
  try {
    await store.db.open();
  } catch (error) {
    if (((error as Error).cause as { code?: string } | undefined)?.code === 'LEVEL_LOCKED') {
      throw new Error(
        `The local DynamoDB folder ${dir} is in use by another process; stop that one first, or use another folder.`,
      );
    }
    throw error;
  }
  return store;
}

function createOperations(store: Store, tables: TableDescription[]): Record<string, Operation> {
  const alone = createQueue();
  const transactions = createTransactions(store);
  const timeToLiveAttributes = new Map(
    tables.flatMap(({ name, timeToLiveAttribute }) =>
      timeToLiveAttribute ? [[name, timeToLiveAttribute] as const] : [],
    ),
  );

  const read =
    (action: string): Operation =>
    (request) =>
      runAction(store, action, validate(store, action, request));

  const write =
    (action: 'putItem' | 'updateItem' | 'deleteItem'): Operation =>
    (request) =>
      alone(async () => {
        const batch = beginWriteBatch(store);
        const result = await writeItem(batch.view, await prepareWrite(store, action, request));
        await batch.commit();
        return result;
      });

  return {
    GetItem: read('getItem'),
    BatchGetItem: read('batchGetItem'),
    Query: read('query'),
    Scan: read('scan'),
    ListTables: read('listTables'),
    CreateTable: (request) => alone(() => createTable(store, request)),
    DescribeTable: read('describeTable'),
    PutItem: write('putItem'),
    UpdateItem: write('updateItem'),
    DeleteItem: write('deleteItem'),
    BatchWriteItem: (request) =>
      alone(async () => {
        const batch = beginWriteBatch(store);
        const data = validate(store, 'batchWriteItem', request);
        const result = await runAction(batch.view, 'batchWriteItem', data);
        await batch.commit();
        return result;
      }),
    TransactWriteItems: (request) => alone(() => transactions.write(request)),
    TransactGetItems: (request) => alone(() => transactions.get(request)),
    async DescribeTimeToLive({ TableName }) {
      const { TableName: name } = await readTable(store, String(TableName));
      const attribute = timeToLiveAttributes.get(name);
      return {
        TimeToLiveDescription: attribute
          ? { TimeToLiveStatus: 'ENABLED', AttributeName: attribute }
          : { TimeToLiveStatus: 'DISABLED' },
      };
    },
    async UpdateTimeToLive({ TableName, TimeToLiveSpecification }) {
      const { TableName: name } = await readTable(store, String(TableName));
      const { Enabled, AttributeName } = (TimeToLiveSpecification ?? {}) as Attributes;
      if (typeof Enabled !== 'boolean' || typeof AttributeName !== 'string') {
        throw new DynamodbError('ValidationException', 'TimeToLiveSpecification must be complete');
      }
      if (Enabled) timeToLiveAttributes.set(name, AttributeName);
      else timeToLiveAttributes.delete(name);
      return { TimeToLiveSpecification };
    },
    async DescribeContinuousBackups({ TableName }) {
      await readTable(store, String(TableName));
      return {
        ContinuousBackupsDescription: {
          ContinuousBackupsStatus: 'ENABLED',
          PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'ENABLED' },
        },
      };
    },
  };
}

/** A table that is there at once. On AWS it takes a while. */
async function createTable(store: Store, request: Attributes): Promise<Attributes> {
  const {
    TableName,
    KeySchema,
    AttributeDefinitions,
    GlobalSecondaryIndexes = [],
  } = validate(store, 'createTable', request);
  const name = String(TableName);
  const isThere = await readTable(store, name).then(
    () => true,
    () => false,
  );
  if (isThere) throw new DynamodbError('ResourceInUseException', `Table already exists: ${name}`);
  await ensureTables(store, [
    {
      name,
      keySchema: KeySchema,
      attributeDefinitions: AttributeDefinitions,
      globalSecondaryIndexes: GlobalSecondaryIndexes,
    } as TableDescription,
  ]);
  const { Table: description } = await runAction(store, 'describeTable', { TableName: name });
  return { TableDescription: description };
}

/** Runs tasks one after the other, in the order they came. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(task: () => Promise<T>): Promise<T> => {
    const result = last.then(task);
    last = result.catch(() => {});
    return result;
  };
}
