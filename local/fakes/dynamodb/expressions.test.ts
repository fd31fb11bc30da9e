import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DynamodbError, Item } from './dynalite.ts';
import { type OpenDynamodb, openDynamodb } from './open-dynamodb.ts';

// A comparison with DynamoDB Local found these differences between dynalite and DynamoDB.

const TableName = 'Items';
const Key = { id: { S: 'one' } };

let dynamodb: OpenDynamodb;
beforeAll(async () => {
  dynamodb = await openDynamodb({
    tables: [
      {
        name: TableName,
        keySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        attributeDefinitions: [
          { AttributeName: 'id', AttributeType: 'S' },
          { AttributeName: 'team', AttributeType: 'S' },
        ],
        globalSecondaryIndexes: [
          {
            IndexName: 'byTeam',
            KeySchema: [{ AttributeName: 'team', KeyType: 'HASH' }],
            Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['word'] },
          },
        ],
      },
    ],
  });
});
afterAll(() => dynamodb.close());

const put = (item: Item) => dynamodb.run('PutItem', { TableName, Item: { ...Key, ...item } });
const read = async () => (await dynamodb.run('GetItem', { TableName, Key })).Item as Item;
const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no error',
    (error: DynamodbError) => error.body.__type.split('#')[1],
  );

async function update(UpdateExpression: string, values?: Item) {
  await dynamodb.run('UpdateItem', {
    TableName,
    Key,
    UpdateExpression,
    ...(values && { ExpressionAttributeValues: values }),
  });
  return read();
}

async function isFound(FilterExpression: string, values: Item): Promise<boolean> {
  const { Count } = await dynamodb.run('Scan', {
    TableName,
    FilterExpression,
    ExpressionAttributeValues: values,
  });
  return Count === 1;
}

const list = (...texts: string[]) => ({ L: texts.map((S) => ({ S })) });

describe('update expressions', () => {
  it('copy values, so that a later update changes one of the copies', async () => {
    await put({ folder: { M: { nested: { S: 'a' } } } });
    await update('SET folder.deep = folder');
    expect(await update('SET folder.nested = :b', { ':b': { S: 'b' } })).toMatchObject({
      folder: { M: { nested: { S: 'b' }, deep: { M: { nested: { S: 'a' } } } } },
    });
  });

  it.each([
    ['REMOVE things[0], things[1]', ['c']],
    ['REMOVE things[1], things[0]', ['c']],
    ['REMOVE things[0] SET things[1] = :z', ['z', 'c']],
    ['SET things[9] = :z REMOVE things[0]', ['b', 'c', 'z']],
  ])('keep the indexes of a list until the end: %s', async (expression, expected) => {
    await put({ things: list('a', 'b', 'c') });
    const values = expression.includes(':z') ? { ':z': { S: 'z' } } : undefined;
    expect(await update(expression, values)).toMatchObject({ things: list(...expected) });
  });

  it('reject a sum with more than 38 digits', async () => {
    await put({ amount: { N: '1'.repeat(38) } });
    expect(await errorOf(update('ADD amount :tenth', { ':tenth': { N: '0.1' } }))).toBe(
      'ValidationException',
    );
  });

  it('remove an attribute when DELETE leaves no member', async () => {
    await put({ tags: { SS: ['a'] } });
    expect(await update('DELETE tags :tags', { ':tags': { SS: ['a', 'b'] } })).toEqual(Key);
  });

  it('return no attributes when they change nothing that exists', async () => {
    await put({});
    const answer = await dynamodb.run('UpdateItem', {
      TableName,
      Key,
      UpdateExpression: 'REMOVE absent',
      ReturnValues: 'UPDATED_OLD',
    });
    expect(answer).toEqual({});
  });
});

describe('conditions', () => {
  it.each([
    ['things = :value', list('a', 'b')],
    ['folder = :value', { M: { b: { N: '1' }, a: { SS: ['y', 'x'] } } }],
    ['tags = :value', { SS: ['b', 'a'] }],
    ['size(blank) = :value', { N: '0' }],
    ['blank IN (:value)', { S: '' }],
    ['blank BETWEEN :value AND :value', { S: '' }],
    ['attribute_type(unset, :value)', { S: 'BOOL' }],
    ['contains(maps, :value)', { M: { deep: { S: 'x' } } }],
    ['amount > :value', { N: '9' }],
  ] as [string, Item[string]][])('find the item: %s', async (expression, value) => {
    await put({
      things: list('a', 'b'),
      folder: { M: { a: { SS: ['x', 'y'] }, b: { N: '1' } } },
      tags: { SS: ['a', 'b'] },
      blank: { S: '' },
      unset: { BOOL: false },
      maps: { L: [{ M: { deep: { S: 'x' } } }] },
      amount: { N: '10' },
    });
    expect(await isFound(expression, { ':value': value })).toBe(true);
  });

  it.each([
    ['word < :value', { BOOL: true }],
    ['word BETWEEN :value AND :value', list('a')],
    ['word IN (word, :value)', { S: 'a' }],
    ['_word = :value', { S: 'a' }],
    ['things[01] = :value', { S: 'a' }],
  ] as [string, Item[string]][])('are rejected: %s', async (expression, value) => {
    expect(await errorOf(isFound(expression, { ':value': value }))).toBe('ValidationException');
  });
});

describe('limits', () => {
  it('count bytes instead of characters', async () => {
    const text = 'ü'.repeat(210_000);
    expect(await errorOf(put({ text: { S: text } }))).toBe('ValidationException');
    expect(await errorOf(put({ id: { S: 'ü'.repeat(1025) } }))).toBe('ValidationException');
  });

  it('reject an item with more than 32 levels', async () => {
    const nested = (depth: number): Item[string] => (depth === 0 ? { S: 'a' } : { L: [nested(depth - 1)] });
    expect(await errorOf(put({ list: nested(31) }))).toBe('no error');
    expect(await errorOf(put({ list: nested(32) }))).toBe('ValidationException');
  });

  it('reject an empty or long key of an index', async () => {
    expect(await errorOf(put({ team: { S: '' } }))).toBe('ValidationException');
    expect(await errorOf(put({ team: { S: 't'.repeat(2049) } }))).toBe('ValidationException');
    await put({});
    expect(await errorOf(update('SET team = :team', { ':team': { S: '' } }))).toBe('ValidationException');
  });

  it('allow 25 writes in a batch of several requests, and a batch read of 16 MB', async () => {
    const puts = (count: number, bytes: number) =>
      Array.from({ length: count }, (_, index) => ({
        PutRequest: { Item: { id: { S: `heavy-${index}` }, text: { S: 'x'.repeat(bytes) } } },
      }));
    const write = (list: object[]) => dynamodb.run('BatchWriteItem', { RequestItems: { [TableName]: list } });
    expect(await errorOf(write([...puts(1, 1), {}]))).toBe('ValidationException');
    await write(puts(25, 300_000));
    const Keys = puts(25, 0).map(({ PutRequest }) => ({ id: PutRequest.Item.id }));
    const { Responses } = await dynamodb.run('BatchGetItem', { RequestItems: { [TableName]: { Keys } } });
    expect((Responses as Record<string, unknown[]>)[TableName]).toHaveLength(25);
    await write(puts(25, 0));
  });

  it('reject a transaction of more than 4 MB, and a long client token', async () => {
    const TransactItems = Array.from({ length: 11 }, (_, index) => ({
      Put: { TableName, Item: { id: { S: `part-${index}` }, text: { S: 'x'.repeat(390_000) } } },
    }));
    expect(await errorOf(dynamodb.run('TransactWriteItems', { TransactItems }))).toBe('ValidationException');
    const one = { TransactItems: [{ Put: { TableName, Item: Key } }], ClientRequestToken: 't'.repeat(37) };
    expect(await errorOf(dynamodb.run('TransactWriteItems', one))).toBe('ValidationException');
  });
});

describe('queries', () => {
  const query = (values: Item, more: object = {}) =>
    dynamodb.run('Query', {
      TableName,
      IndexName: 'byTeam',
      KeyConditionExpression: 'team = :team',
      ExpressionAttributeValues: values,
      ...more,
    });
  const ofTeam = { ':team': { S: 'red' } };

  it('reject an empty key', async () => {
    expect(await errorOf(query({ ':team': { S: '' } }))).toBe('ValidationException');
  });

  it('reject attributes that the index does not contain', async () => {
    expect(await errorOf(query(ofTeam, { ProjectionExpression: 'word' }))).toBe('no error');
    expect(await errorOf(query(ofTeam, { ProjectionExpression: 'amount' }))).toBe('ValidationException');
    const filter = { FilterExpression: 'attribute_exists(amount)' };
    expect(await errorOf(query(ofTeam, filter))).toBe('ValidationException');
  });

  it('reject a selection that contradicts the projection', async () => {
    expect(await errorOf(query(ofTeam, { Select: 'SPECIFIC_ATTRIBUTES' }))).toBe('ValidationException');
    expect(await errorOf(query(ofTeam, { Select: 'COUNT', ProjectionExpression: 'word' }))).toBe(
      'ValidationException',
    );
  });

  it('count filtered items', async () => {
    await put({ team: { S: 'red' }, word: { S: 'a' } });
    const filter = { FilterExpression: 'word = :word', Select: 'COUNT' };
    expect(await query({ ...ofTeam, ':word': { S: 'a' } }, filter)).toEqual({ Count: 1, ScannedCount: 1 });
    expect(await query({ ...ofTeam, ':word': { S: 'b' } }, filter)).toEqual({ Count: 0, ScannedCount: 1 });
  });
});

describe('transactions', () => {
  it('are canceled for a key of a wrong type', async () => {
    const part = { Put: { TableName, Item: { id: { N: '1' } } } };
    await expect(dynamodb.run('TransactWriteItems', { TransactItems: [part] })).rejects.toMatchObject({
      body: { CancellationReasons: [{ Code: 'ValidationError' }] },
    });
  });

  it.each([
    ['a put without a key', { Put: { TableName, Item: { word: { S: 'a' } } } }],
    ['a delete with another key', { Delete: { TableName, Key: { other: { S: 'a' } } } }],
  ])('are canceled for %s, whatever the other parts are', async (_, wrong) => {
    const failing = { Put: { TableName, Item: Key, ConditionExpression: 'attribute_exists(id)' } };
    await expect(
      dynamodb.run('TransactWriteItems', { TransactItems: [failing, wrong, failing, wrong] }),
    ).rejects.toMatchObject({
      body: {
        CancellationReasons: [
          { Code: 'None' },
          { Code: 'ValidationError' },
          { Code: 'None' },
          { Code: 'None' },
        ],
      },
    });
  });

  it('are invalid with an empty key', async () => {
    const TransactItems = [{ Put: { TableName, Item: { id: { S: '' } } } }];
    expect(await errorOf(dynamodb.run('TransactWriteItems', { TransactItems }))).toBe('ValidationException');
  });
});

it('rejects ALL_NEW for a delete', async () => {
  const request = { TableName, Key, ReturnValues: 'ALL_NEW' };
  expect(await errorOf(dynamodb.run('DeleteItem', request))).toBe('ValidationException');
});

it('accepts a number with a plus', async () => {
  await put({ amount: { N: '+5' } });
  expect(await read()).toMatchObject({ amount: { N: '5' } });
});
