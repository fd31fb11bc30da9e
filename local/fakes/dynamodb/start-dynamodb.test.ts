import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startDynamodb, type TableDescription } from './start-dynamodb.ts';

const orders: TableDescription = {
  name: 'Orders',
  keySchema: [{ AttributeName: 'orderId', KeyType: 'HASH' }],
  attributeDefinitions: [
    { AttributeName: 'orderId', AttributeType: 'S' },
    { AttributeName: 'userId', AttributeType: 'S' },
    { AttributeName: 'createdAt', AttributeType: 'N' },
  ],
  globalSecondaryIndexes: [
    {
      IndexName: 'byUser',
      KeySchema: [
        { AttributeName: 'userId', KeyType: 'HASH' },
        { AttributeName: 'createdAt', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
};
const users: TableDescription = {
  name: 'Users',
  keySchema: [{ AttributeName: 'userId', KeyType: 'HASH' }],
  attributeDefinitions: [{ AttributeName: 'userId', AttributeType: 'S' }],
  globalSecondaryIndexes: [],
};

let dir: string;
let service: Awaited<ReturnType<typeof startDynamodb>>;
let client: DynamoDBClient;
let db: DynamoDBDocumentClient;

async function start(tables = [orders, users]) {
  service = await startDynamodb({ dir, tables });
  connect(service.endpoint);
}

function connect(endpoint: string) {
  client = new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
  db = DynamoDBDocumentClient.from(client);
}

async function stop() {
  client.destroy();
  await service.stop();
}

const put = (TableName: string, Item: object) => db.send(new PutCommand({ TableName, Item }));
const read = async (TableName: string, Key: object) =>
  (await db.send(new GetCommand({ TableName, Key }))).Item;
const ordersOf = async (userId: string) =>
  (
    await db.send(
      new QueryCommand({
        TableName: 'Orders',
        IndexName: 'byUser',
        KeyConditionExpression: 'userId = :user',
        ExpressionAttributeValues: { ':user': userId },
      }),
    )
  ).Items?.map((item) => item.orderId);

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'dynamodb-'));
  await start();
});

afterEach(async () => {
  await stop();
  await rm(dir, { recursive: true });
});

describe('tables', () => {
  test('have the key, billing mode and indexes of their description', async () => {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: 'Orders' }));
    expect(Table).toMatchObject({
      TableStatus: 'ACTIVE',
      BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
      KeySchema: orders.keySchema,
      GlobalSecondaryIndexes: [{ IndexName: 'byUser', IndexStatus: 'ACTIVE' }],
    });
  });

  test('update their indexes when the description changes', async () => {
    await put('Orders', { orderId: 'o1', userId: 'ana', createdAt: 1 });
    await stop();
    await start([{ ...orders, globalSecondaryIndexes: [] }, users]);
    await expect(ordersOf('ana')).rejects.toThrow('does not have the specified index');
    await db.send(
      new UpdateCommand({
        TableName: 'Orders',
        Key: { orderId: 'o1' },
        UpdateExpression: 'SET userId = :bob',
        ExpressionAttributeValues: { ':bob': 'bob' },
      }),
    );
    await stop();
    await start();
    expect(await ordersOf('ana')).toEqual([]);
    expect(await ordersOf('bob')).toEqual(['o1']);
  });

  test('refuse a start with another key', async () => {
    const keySchema = [{ AttributeName: 'userId', KeyType: 'HASH' }];
    await stop();
    await expect(startDynamodb({ dir, tables: [{ ...orders, keySchema }] })).rejects.toThrow(
      'The local table Orders has another key than the stack.',
    );
    await start();
  });

  test('answer ResourceNotFoundException for an unknown name', async () => {
    await expect(read('Nothing', { userId: 'ana' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });
});

describe('writes', () => {
  test('apply all concurrent increments', async () => {
    const increment = () =>
      db.send(
        new UpdateCommand({
          TableName: 'Users',
          Key: { userId: 'ana' },
          UpdateExpression: 'ADD visits :one',
          ExpressionAttributeValues: { ':one': 1 },
        }),
      );
    await Promise.all(Array.from({ length: 20 }, increment));
    expect(await read('Users', { userId: 'ana' })).toEqual({ userId: 'ana', visits: 20 });
  });

  test('compare lists and maps in a condition by value', async () => {
    const groups = ['updates', { of: ['one', 'two'], at: 1 }];
    await put('Users', { userId: 'ana', groups });
    const replace = (previous: unknown, next: unknown[]) =>
      db.send(
        new UpdateCommand({
          TableName: 'Users',
          Key: { userId: 'ana' },
          ConditionExpression: 'groups = :previous',
          UpdateExpression: 'SET groups = :next',
          ExpressionAttributeValues: { ':previous': previous, ':next': next },
        }),
      );
    const refusal = { name: 'ConditionalCheckFailedException' };
    await expect(replace([], [])).rejects.toMatchObject(refusal);
    await expect(replace(['updates'], [])).rejects.toMatchObject(refusal);
    await expect(replace(['updates', { of: ['one'], at: 1 }], [])).rejects.toMatchObject(refusal);
    await replace(['updates', { at: 1, of: ['one', 'two'] }], []);
    expect(await read('Users', { userId: 'ana' })).toEqual({ userId: 'ana', groups: [] });
    await replace([], ['updates']);
  });

  test('change nothing when a condition fails, and return the item if requested', async () => {
    await put('Users', { userId: 'ana', plan: 'free' });
    const overwrite = new PutCommand({
      TableName: 'Users',
      Item: { userId: 'ana', plan: 'paid' },
      ConditionExpression: 'attribute_not_exists(userId)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    await expect(db.send(overwrite)).rejects.toMatchObject({
      name: 'ConditionalCheckFailedException',
      Item: { userId: { S: 'ana' }, plan: { S: 'free' } },
    });
    expect(await read('Users', { userId: 'ana' })).toEqual({ userId: 'ana', plan: 'free' });
  });
});

test('writes a batch to several tables', async () => {
  const RequestItems = {
    Users: [{ PutRequest: { Item: { userId: 'ana' } } }],
    Orders: [{ PutRequest: { Item: { orderId: 'o1' } } }],
  };
  await db.send(new BatchWriteCommand({ RequestItems }));
  expect(await read('Users', { userId: 'ana' })).toBeDefined();
  expect(await read('Orders', { orderId: 'o1' })).toBeDefined();
});

describe('transactions', () => {
  const payment = (orderId: string) =>
    new TransactWriteCommand({
      TransactItems: [
        { Put: { TableName: 'Orders', Item: { orderId, userId: 'ana', createdAt: 1 } } },
        {
          Update: {
            TableName: 'Users',
            Key: { userId: 'ana' },
            UpdateExpression: 'ADD orders :one',
            ConditionExpression: 'attribute_exists(userId)',
            ExpressionAttributeValues: { ':one': 1 },
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
      ],
    });

  test('write nothing when a condition fails, and name the failed condition', async () => {
    await expect(db.send(payment('o1'))).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      message: expect.stringContaining('[None, ConditionalCheckFailed]'),
      CancellationReasons: [
        { Code: 'None' },
        { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed' },
      ],
    });
    expect(await read('Orders', { orderId: 'o1' })).toBeUndefined();
    expect(await ordersOf('ana')).toEqual([]);
  });

  test('name every failed condition, and return the item of a condition check', async () => {
    await put('Users', { userId: 'ana', plan: 'free' });
    const condition = {
      TableName: 'Users',
      ConditionExpression: '#plan = :paid',
      ExpressionAttributeNames: { '#plan': 'plan' },
      ExpressionAttributeValues: { ':paid': 'paid' },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
    };
    await expect(
      db.send(
        new TransactWriteCommand({
          TransactItems: [
            { ConditionCheck: { ...condition, Key: { userId: 'ana' } } },
            { Delete: { ...condition, Key: { userId: 'bob' } } },
          ],
        }),
      ),
    ).rejects.toMatchObject({
      CancellationReasons: [
        { Code: 'ConditionalCheckFailed', Item: { userId: { S: 'ana' }, plan: { S: 'free' } } },
        { Code: 'ConditionalCheckFailed' },
      ],
    });
    const changed = { ...condition, ExpressionAttributeValues: { ':paid': 'free' } };
    await db.send(
      new TransactWriteCommand({
        TransactItems: [
          { ConditionCheck: { ...changed, Key: { userId: 'ana' } } },
          { Put: { TableName: 'Users', Item: { userId: 'bob' } } },
        ],
      }),
    );
    expect(await read('Users', { userId: 'ana' })).toEqual({ userId: 'ana', plan: 'free' });
    expect(await read('Users', { userId: 'bob' })).toBeDefined();
  });

  test('report ValidationError for an update that does not fit the item', async () => {
    await put('Users', { userId: 'ana', orders: 'many' });
    await expect(db.send(payment('o1'))).rejects.toMatchObject({
      CancellationReasons: [{ Code: 'None' }, { Code: 'ValidationError' }],
    });
    expect(await read('Orders', { orderId: 'o1' })).toBeUndefined();
  });

  test('apply a client token once, and refuse it for another request', async () => {
    await put('Users', { userId: 'ana' });
    const ClientRequestToken = 'payment-1';
    await db.send(new TransactWriteCommand({ ...payment('o1').input, ClientRequestToken }));
    await db.send(new TransactWriteCommand({ ...payment('o1').input, ClientRequestToken }));
    expect(await read('Users', { userId: 'ana' })).toEqual({ userId: 'ana', orders: 1 });
    await expect(
      db.send(new TransactWriteCommand({ ...payment('o2').input, ClientRequestToken })),
    ).rejects.toMatchObject({ name: 'IdempotentParameterMismatchException' });
  });

  test('write nothing for a malformed request', async () => {
    const update = { TableName: 'Users', Key: { userId: 'ana' }, UpdateExpression: 'SET a = :a' };
    const twice = { Put: { TableName: 'Users', Item: { userId: 'ana' } } };
    for (const TransactItems of [[], [{}], [twice, twice], [{ Update: update }]]) {
      await expect(db.send(new TransactWriteCommand({ TransactItems }))).rejects.toMatchObject({
        name: 'ValidationException',
      });
    }
    const nowhere = { Put: { TableName: 'Nothing', Item: { userId: 'ana' } } };
    await expect(
      db.send(new TransactWriteCommand({ TransactItems: [twice, nowhere] })),
    ).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    expect(await read('Users', { userId: 'ana' })).toBeUndefined();
  });
});

describe('malformed requests', () => {
  const post = async (target: string, body: string) => {
    const response = await fetch(service.endpoint, {
      method: 'POST',
      headers: { 'x-amz-target': target, 'content-type': 'application/x-amz-json-1.0' },
      body,
    });
    return { status: response.status, body: (await response.json()) as { __type: string } };
  };

  test.each([
    ['DynamoDB_20120810.GetItem', 'no json', 'SerializationException'],
    ['DynamoDB_20120810.GetItem', '[]', 'SerializationException'],
    ['DynamoDB_20120810.GetItem', '{"TableName":"Users","Key":[]}', 'SerializationException'],
    ['DynamoDB_20120810.TransactWriteItems', '{"TransactItems":[null]}', 'ValidationException'],
    ['DynamoDB_20120810.toString', '{}', 'UnknownOperationException'],
    ['Other.GetItem', '{}', 'UnknownOperationException'],
  ])('get 400 for %s with %s: %s', async (target, body, type) => {
    const answer = await post(target, body);
    expect(answer.status).toBe(400);
    expect(answer.body.__type).toMatch(new RegExp(`#${type}$`));
  });
});

describe('folder', () => {
  test('refuses a second service', async () => {
    await expect(startDynamodb({ dir, tables: [] })).rejects.toThrow(
      `The local DynamoDB folder ${dir} is in use by another process`,
    );
  });

  const pair = (name: string) => {
    const item = (side: string) => ({ orderId: `${name}-${side}`, userId: 'ana', createdAt: 1 });
    const puts = ['a', 'b'].map((side) => ({ Put: { TableName: 'Orders', Item: item(side) } }));
    return new TransactWriteCommand({ TransactItems: puts });
  };
  const orderIds = async () => {
    const { Items = [] } = await db.send(new ScanCommand({ TableName: 'Orders' }));
    return Items.map((item) => item.orderId as string).sort();
  };

  test('contains every answered transaction after kill -9', async () => {
    await stop();
    const { child, endpoint } = await startInOwnProcess();
    connect(endpoint);
    await Promise.all(['x', 'y', 'z'].map((name) => db.send(pair(name))));
    child.kill('SIGKILL');
    await once(child, 'exit');
    await start();
    expect(await orderIds()).toEqual(['x-a', 'x-b', 'y-a', 'y-b', 'z-a', 'z-b']);
  });

  test('contains whole transactions only, after a kill during a write', async () => {
    await stop();
    const { child, endpoint } = await startInOwnProcess(killAfterFirstItem);
    connect(endpoint);
    const exit = once(child, 'exit');
    await expect(db.send(pair('x'))).rejects.toThrow();
    await exit;
    await start();
    expect(await orderIds()).toEqual(['x-a', 'x-b']);
    expect((await ordersOf('ana'))?.sort()).toEqual(['x-a', 'x-b']);
  });
});

const moduleUrl = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);

/** Kills the process as soon as LevelDB has an item. */
const killAfterFirstItem = `
  import { dynaliteDb } from ${moduleUrl('./dynalite.ts')};
  const { create } = dynaliteDb;
  dynaliteDb.create = (options) => {
    const store = create(options);
    const batch = store.db.batch;
    store.db.batch = async (operations) => {
      await batch(operations);
      if (operations.some(({ key }) => key.startsWith('item-'))) process.kill(process.pid, 'SIGKILL');
    };
    return store;
  };
`;

/** Starts the service in a separate process, which prints its endpoint. */
async function startInOwnProcess(preparation = ''): Promise<{ child: ChildProcess; endpoint: string }> {
  const script = `
    ${preparation}
    import { startDynamodb } from ${moduleUrl('./start-dynamodb.ts')};
    console.log((await startDynamodb(${JSON.stringify({ dir, tables: [orders, users] })})).endpoint);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const endpoint of createInterface({ input: child.stdout })) return { child, endpoint };
  throw new Error('The service exited before it printed its endpoint.');
}
