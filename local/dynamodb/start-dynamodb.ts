import { mkdir } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Attributes,
  DynamodbError,
  dynaliteDb,
  isAnswerable,
  readTable,
  runAction,
  type Store,
  validate,
} from './dynalite.ts';
import { ensureTables, type TableDescription } from './ensure-tables.ts';
import { createTransactions } from './transactions.ts';
import { beginWriteBatch } from './write-batch.ts';
import { prepareWrite, writeItem } from './write-item.ts';

export type { TableDescription };

/** What the AWS limit for a request is: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html */
const maximumRequestBytes = 16 * 1024 * 1024;

type Operation = (request: Attributes) => Promise<Attributes>;

/**
 * DynamoDB on 127.0.0.1, its tables kept in `dir`. Tables and indexes follow `tables`; items past their time to live
 * stay. Throws when another process has the folder open.
 */
export async function startDynamodb(options: {
  dir: string;
  tables: TableDescription[];
  port?: number;
}): Promise<{ endpoint: string; stop(): Promise<void> }> {
  const store = await openStore(options.dir);
  const operations = createOperations(store, options.tables);
  const server = createServer((request, response) => void answer(operations, request, response));
  try {
    await ensureTables(store, options.tables);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve);
    });
  } catch (error) {
    await store.db.close();
    throw error;
  }
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await closed;
      await store.db.close();
    },
  };
}

async function openStore(dir: string): Promise<Store> {
  await mkdir(dir, { recursive: true });
  const store = dynaliteDb.create({ path: dir });
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

async function answer(
  operations: Record<string, Operation>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const name = /^DynamoDB_20120810\.(\w+)$/.exec(String(request.headers['x-amz-target']))?.[1] ?? '';
    if (!Object.hasOwn(operations, name)) {
      throw new DynamodbError('UnknownOperationException', 'The local DynamoDB does not know this operation');
    }
    const result = await operations[name]?.(await readJsonObject(request));
    send(response, 200, result ?? {});
  } catch (error) {
    if (isAnswerable(error)) return send(response, error.statusCode, error.body);
    console.error(error);
    send(response, 500, {
      __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError',
      message: 'The local DynamoDB failed; see the terminal it runs in',
    });
  }
}

async function readJsonObject(request: IncomingMessage): Promise<Attributes> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= maximumRequestBytes) chunks.push(chunk);
  }
  if (bytes > maximumRequestBytes) {
    throw new DynamodbError('ValidationException', 'The request is larger than 16 MB');
  }
  try {
    const body = JSON.parse(Buffer.concat(chunks).toString());
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  } catch {
    // answered below, as for JSON of another shape
  }
  throw new DynamodbError('SerializationException', 'The request is not a JSON object');
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}
