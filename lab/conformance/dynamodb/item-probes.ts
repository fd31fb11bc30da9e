import type {
  AttributeValue,
  ReturnValue,
  ReturnValuesOnConditionCheckFailure,
} from '@aws-sdk/client-dynamodb';
import { sampleItem } from './expression-values.ts';
import { type Call, probeCalls } from './probe-calls.ts';

const TableName = 'Items';
const Key = { id: { S: 'one' } };

const values: Record<string, AttributeValue> = {
  'an empty string': { S: '' },
  'a number with zeros': { N: '0012.3400' },
  'minus zero': { N: '-0' },
  'a number with an exponent': { N: '1.5E+3' },
  'a small number': { N: '1e-130' },
  'a number that is too small': { N: '1e-131' },
  'the largest number': { N: `${'9'.repeat(38)}E87` },
  'a number that is too large': { N: '1e126' },
  'a number with 38 digits': { N: '1.2345678901234567890123456789012345678' },
  'a number with 39 digits': { N: '1.23456789012345678901234567890123456789' },
  'a number with 39 digits of which one is zero': { N: '1.23456789012345678901234567890123456780' },
  'a number with a plus': { N: '+5' },
  'a number with a plus in a list': { L: [{ N: '+5' }] },
  'a number with spaces': { N: ' 5 ' },
  'no number': { N: 'five' },
  'an empty number': { N: '' },
  'an infinite number': { N: 'Infinity' },
  'a hexadecimal number': { N: '0x10' },
  'an empty set of strings': { SS: [] },
  'an empty set of numbers': { NS: [] },
  'an empty set of bytes': { BS: [] },
  'a set with a string twice': { SS: ['a', 'a'] },
  'a set with a number twice': { NS: ['1', '1.0'] },
  'a set with bytes twice': { BS: [Buffer.from('a'), Buffer.from('a')] },
  'a set with an empty string': { SS: ['', 'a'] },
  'a set with empty bytes': { BS: [Buffer.from('')] },
  'an empty list': { L: [] },
  'an empty map': { M: {} },
  'a map with an empty name': { M: { '': { S: 'a' } } },
  'empty bytes': { B: Buffer.from('') },
  'NULL that is false': { NULL: false },
  'an empty set in a list': { L: [{ SS: [] }] },
  'a wrong number in a map': { M: { number: { N: 'x' } } },
  'no type': {} as AttributeValue,
  'two types': { S: 'a', N: '1' } as unknown as AttributeValue,
  'a character outside the first plane': { S: '🦊' },
  'a NUL character': { S: 'a\u0000b' },
};

const nestedList = (depth: number): AttributeValue =>
  depth === 0 ? { S: 'end' } : { L: [nestedList(depth - 1)] };

const keys: Record<string, Record<string, AttributeValue>> = {
  'an empty key': { id: { S: '' } },
  'a key with another type': { id: { N: '1' } },
  'a key with another name': { key: { S: 'a' } },
  'a key with two attributes': { id: { S: 'a' }, word: { S: 'b' } },
  'no key attribute': {},
  'a key of 2,048 bytes': { id: { S: 'k'.repeat(2048) } },
  'a key of 2,049 bytes': { id: { S: 'k'.repeat(2049) } },
  'a key of 2,049 bytes in 1,025 characters': { id: { S: `k${'ü'.repeat(1024)}` } },
};
const sortKeys: Record<string, AttributeValue> = {
  'an empty sort key': { S: '' },
  'a sort key of 1,024 bytes': { S: 'k'.repeat(1024) },
  'a sort key of 1,025 bytes': { S: 'k'.repeat(1025) },
  'a sort key of 1,025 bytes in 513 characters': { S: `k${'ü'.repeat(512)}` },
};
const indexKeys: Record<string, Record<string, AttributeValue>> = {
  'an empty index key': { team: { S: '' }, score: { N: '1' } },
  'an index key with another type': { team: { N: '1' }, score: { N: '1' } },
  'an index sort key with another type': { team: { S: 'a' }, score: { S: '1' } },
  'an index key that is NULL': { team: { NULL: true }, score: { N: '1' } },
  'only one of the index keys': { team: { S: 'a' } },
  'an index key of 2,049 bytes': { team: { S: 'k'.repeat(2049) } },
};

const projections = [
  'word',
  'word, amount',
  'word,amount',
  'word, word',
  'folder.nested, folder.things[1]',
  'folder.nested, folder.nested',
  'folder, folder.nested',
  'things[0], things[2].deep',
  'things[2], things[0]',
  'things[7]',
  'absent, word',
  'absent.nested',
  'word.nested',
  'status',
  'id',
  '#undefined',
  'word amount',
  'word,',
  'things[-1]',
  'things[01]',
  '_under',
  'word, _under',
  ':word',
  'size(word)',
  '',
];
const returnValues: ReturnValue[] = ['NONE', 'ALL_OLD', 'ALL_NEW', 'UPDATED_OLD', 'UPDATED_NEW'];
const onFailures: ReturnValuesOnConditionCheckFailure[] = ['NONE', 'ALL_OLD'];

/** 400 KB is the limit, and names count. */
const itemOfBytes = (bytes: number, character = 'x') => {
  const rest = bytes - 'id'.length - 'one'.length - 'word'.length;
  return { ...Key, word: { S: character.repeat(Math.ceil(rest / Buffer.byteLength(character))) } };
};
const limit = 400 * 1024;

export const itemProbes = [
  ...Object.entries(values).map(([name, value]) =>
    probeCalls(
      `item with ${name}`,
      (db) => db.deleteItem({ TableName, Key }),
      (db) => db.putItem({ TableName, Item: { ...Key, value } }),
      (db) => db.getItem({ TableName, Key }),
    ),
  ),
  ...[32, 33].map((depth) =>
    probeCalls(`item with ${depth} levels`, (db) =>
      db.putItem({ TableName, Item: { ...Key, value: nestedList(depth - 1) } }),
    ),
  ),
  ...Object.entries(keys).map(([name, key]) =>
    probeCalls(
      name,
      (db) => db.putItem({ TableName, Item: { ...key, amount: { N: '1' } } }),
      (db) => db.getItem({ TableName, Key: key }),
      (db) => db.updateItem({ TableName, Key: key }),
      (db) => db.batchGetItem({ RequestItems: { [TableName]: { Keys: [key] } } }),
      (db) => db.transactGetItems({ TransactItems: [{ Get: { TableName, Key: key } }] }),
      (db) =>
        db.query({
          TableName,
          KeyConditionExpression: 'id = :id',
          ExpressionAttributeValues: { ':id': key.id ?? { S: 'none' } },
        }),
      (db) => db.deleteItem({ TableName, Key: key }),
    ),
  ),
  ...Object.entries(sortKeys).map(([name, place]) =>
    probeCalls(
      name,
      (db) => db.putItem({ TableName: 'SortedS', Item: { shelf: { S: 'limits' }, place } }),
      (db) => db.getItem({ TableName: 'SortedS', Key: { shelf: { S: 'limits' }, place } }),
    ),
  ),
  ...Object.entries(indexKeys).map(([name, attributes]) =>
    probeCalls(
      name,
      (db) => db.deleteItem({ TableName, Key }),
      (db) => db.putItem({ TableName, Item: { ...Key, ...attributes } }),
      (db) => db.getItem({ TableName, Key }),
      (db) =>
        db.batchWriteItem({
          RequestItems: { [TableName]: [{ PutRequest: { Item: { ...Key, ...attributes } } }] },
        }),
    ),
  ),
  ...projections.map((expression) =>
    probeCalls(
      `projection: ${expression}`,
      (db) => db.putItem({ TableName, Item: { ...sampleItem, ...Key } }),
      (db) => db.getItem({ TableName, Key, ProjectionExpression: expression }),
    ),
  ),
  ...returnValues.map((ReturnValues) =>
    probeCalls(
      `put and delete with ${ReturnValues}`,
      (db) => db.deleteItem({ TableName, Key }),
      (db) => db.putItem({ TableName, Item: { ...Key, word: { S: 'first' } }, ReturnValues }),
      (db) => db.putItem({ TableName, Item: { ...Key, amount: { N: '2' } }, ReturnValues }),
      (db) => db.deleteItem({ TableName, Key, ReturnValues }),
      (db) => db.deleteItem({ TableName, Key, ReturnValues }),
      (db) => db.getItem({ TableName, Key }),
    ),
  ),
  ...onFailures.map((ReturnValuesOnConditionCheckFailure) =>
    probeCalls(
      `failed conditions with ${ReturnValuesOnConditionCheckFailure}`,
      (db) => db.putItem({ TableName, Item: { ...Key, word: { S: 'first' } } }),
      (db) =>
        db.putItem({
          TableName,
          Item: Key,
          ConditionExpression: 'attribute_not_exists(id)',
          ReturnValuesOnConditionCheckFailure,
        }),
      (db) =>
        db.updateItem({
          TableName,
          Key,
          UpdateExpression: 'REMOVE word',
          ConditionExpression: 'attribute_not_exists(word)',
          ReturnValuesOnConditionCheckFailure,
        }),
      (db) =>
        db.deleteItem({
          TableName,
          Key,
          ConditionExpression: 'attribute_exists(absent)',
          ReturnValuesOnConditionCheckFailure,
        }),
      (db) =>
        db.deleteItem({
          TableName,
          Key: { id: { S: 'missing' } },
          ConditionExpression: 'attribute_exists(id)',
          ReturnValuesOnConditionCheckFailure,
        }),
    ),
  ),
  ...[limit, limit + 1].map((bytes) =>
    probeCalls(`item of ${bytes} bytes`, (db) => db.putItem({ TableName, Item: itemOfBytes(bytes) })),
  ),
  probeCalls('item of more than 400 KB in fewer characters', (db) =>
    db.putItem({ TableName, Item: itemOfBytes(limit + 2, 'ü') }),
  ),
  probeCalls(
    'update that makes an item too large',
    (db) => db.putItem({ TableName, Item: itemOfBytes(limit - 5) }),
    (db) =>
      db.updateItem({
        TableName,
        Key,
        UpdateExpression: 'SET more = :more',
        ExpressionAttributeValues: { ':more': { S: 'xx' } },
      }),
    (db) => db.getItem({ TableName, Key, ProjectionExpression: 'more' }),
  ),
  probeCalls(
    'the size of numbers, lists and maps',
    ...[1, 2, 3, 20, 37, 38].map(
      (digits): Call =>
        (db) =>
          db.putItem({
            TableName,
            Item: { ...itemOfBytes(limit - 30), m: { M: { n: { N: '7'.repeat(digits) } } } },
          }),
    ),
  ),
  probeCalls('a put without an item', (db) => db.putItem({ TableName, Item: undefined })),
  probeCalls('a put into a missing table', (db) => db.putItem({ TableName: 'Missing', Item: Key })),
  probeCalls('a read of a missing table', (db) => db.getItem({ TableName: 'Missing', Key })),
  probeCalls('an update in a missing table', (db) => db.updateItem({ TableName: 'Missing', Key })),
  probeCalls('a delete in a missing table', (db) => db.deleteItem({ TableName: 'Missing', Key })),
  probeCalls('a table with a short name', (db) => db.getItem({ TableName: 'ab', Key })),
  probeCalls('a table with an invalid name', (db) => db.getItem({ TableName: 'a table', Key })),
  probeCalls(
    'unused names and values',
    (db) => db.getItem({ TableName, Key, ExpressionAttributeNames: { '#a': 'a' } }),
    (db) =>
      db.getItem({
        TableName,
        Key,
        ProjectionExpression: 'word',
        ExpressionAttributeNames: { '#a': 'a' },
      }),
    (db) =>
      db.putItem({
        TableName,
        Item: Key,
        ConditionExpression: 'attribute_exists(id)',
        ExpressionAttributeValues: { ':a': { S: 'a' } },
      }),
    (db) => db.putItem({ TableName, Item: Key, ExpressionAttributeValues: { ':a': { S: 'a' } } }),
    (db) =>
      db.putItem({
        TableName,
        Item: Key,
        ConditionExpression: 'attribute_exists(id)',
        ExpressionAttributeNames: {},
      }),
    (db) =>
      db.putItem({
        TableName,
        Item: Key,
        ConditionExpression: '#a = :a',
        ExpressionAttributeNames: { a: 'a' },
        ExpressionAttributeValues: { a: { S: 'a' } },
      }),
    (db) =>
      db.putItem({
        TableName,
        Item: Key,
        ConditionExpression: 'word = :a',
        ExpressionAttributeValues: { ':a': { SS: [] } },
      }),
  ),
];
