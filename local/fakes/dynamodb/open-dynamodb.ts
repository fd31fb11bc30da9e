import { mkdir } from 'node:fs/promises';
import { type Attributes, DynamodbError, dynaliteDb, readTable, runAction, type Store } from './dynalite.ts';
import { ensureTables, type TableDescription } from './ensure-tables.ts';
import './correct-dynalite.ts';
import { readItems } from './read-items.ts';
import { createTransactions } from './transactions.ts';
import { validateRequest } from './validate-request.ts';
import { beginWriteBatch } from './write-batch.ts';
import { prepareWrite, writeItem } from './write-item.ts';

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html */
const maximumBatchBytes = 16 * 1024 ** 2;

type Operation = (request: Attributes) => Promise<Attributes>;

export interface OpenDynamodb {
  /** Runs an operation by its name, such as `GetItem`. @throws an error that `isAnswerable` */
  run(operation: string, request: Attributes): Promise<Attributes>;
  close(): Promise<void>;
}

/**
 * DynamoDB without HTTP. Items past their time to live are not deleted.
 * @param dir the folder of the tables; without it, they are in memory
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
  const operations = createOperations(store);
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
        `The local DynamoDB folder ${dir} is in use by another process. Stop that process, or use another folder.`,
      );
    }
    throw error;
  }
  return store;
}

function createOperations(store: Store): Record<string, Operation> {
  const runAlone = createQueue();
  const writeTransaction = createTransactions(store);
  const read =
    (action: string): Operation =>
    (request) =>
      runAction(store, action, validateRequest(store, action, request));

  const write =
    (action: 'putItem' | 'updateItem' | 'deleteItem'): Operation =>
    (request) =>
      runAlone(async () => {
        const batch = beginWriteBatch(store);
        const result = await writeItem(batch.view, await prepareWrite(store, action, request));
        await batch.commit();
        return result;
      });

  return {
    GetItem: read('getItem'),
    BatchGetItem: (request) =>
      // dynalite has an older limit: 1 MB and the largest item.
      runAction(
        { ...store, options: { ...store.options, maxItemSize: maximumBatchBytes - 1024 ** 2 } },
        'batchGetItem',
        validateRequest(store, 'batchGetItem', request),
      ),
    Query: (request) => readItems(store, 'query', request),
    Scan: (request) => readItems(store, 'scan', request),
    CreateTable: (request) => runAlone(() => createTable(store, request)),
    DescribeTable: read('describeTable'),
    PutItem: write('putItem'),
    UpdateItem: write('updateItem'),
    DeleteItem: write('deleteItem'),
    BatchWriteItem: (request) =>
      runAlone(async () => {
        const batch = beginWriteBatch(store);
        const data = validateRequest(store, 'batchWriteItem', request);
        const result = await runAction(batch.view, 'batchWriteItem', data);
        await batch.commit();
        return result;
      }),
    TransactWriteItems: (request) => runAlone(() => writeTransaction(request)),
  };
}

/** Creates a table that is active at once. On AWS this takes some seconds. */
async function createTable(store: Store, request: Attributes): Promise<Attributes> {
  const {
    TableName,
    KeySchema,
    AttributeDefinitions,
    GlobalSecondaryIndexes = [],
  } = validateRequest(store, 'createTable', request);
  const name = String(TableName);
  const exists = await readTable(store, name).then(
    () => true,
    () => false,
  );
  if (exists) throw new DynamodbError('ResourceInUseException', `Table already exists: ${name}`);
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

/** Runs tasks one after another, in the order of the calls. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(task: () => Promise<T>): Promise<T> => {
    const result = last.then(task);
    last = result.catch(() => {});
    return result;
  };
}
