import type { DynamoDB, TransactWriteItem } from '@aws-sdk/client-dynamodb';
import type { Probe } from '../comparison.ts';
import { comparableAnswer, probeCalls } from './probe-calls.ts';

const TableName = 'Items';
const idOf = (name: string | number) => ({ id: { S: `transaction-${name}` } });
const put = (name: string | number, more: Partial<TransactWriteItem['Put']> = {}): TransactWriteItem => ({
  Put: { TableName, Item: { ...idOf(name), amount: { N: '1' } }, ...more },
});
const update = (name: string, more: Partial<TransactWriteItem['Update']> = {}): TransactWriteItem => ({
  Update: {
    TableName,
    Key: idOf(name),
    UpdateExpression: 'ADD amount :one',
    ExpressionAttributeValues: { ':one': { N: '1' } },
    ...more,
  },
});
const remove = (name: string, more: Partial<TransactWriteItem['Delete']> = {}): TransactWriteItem => ({
  Delete: { TableName, Key: idOf(name), ...more },
});
const check = (name: string, more: Partial<TransactWriteItem['ConditionCheck']> = {}): TransactWriteItem => ({
  ConditionCheck: { TableName, Key: idOf(name), ConditionExpression: 'attribute_exists(id)', ...more },
});

const ifNew = { ConditionExpression: 'attribute_not_exists(id)' };
const ifOld = { ConditionExpression: 'attribute_exists(id)' };
const showing = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };

/** The item `a` exists, the items `b` and `c` do not. */
const prepare = [
  (db: DynamoDB) => db.putItem({ TableName, Item: { ...idOf('a'), amount: { N: '1' }, word: { S: 'w' } } }),
  (db: DynamoDB) => db.deleteItem({ TableName, Key: idOf('b') }),
  (db: DynamoDB) => db.deleteItem({ TableName, Key: idOf('c') }),
];
const readAll = (db: DynamoDB) =>
  db.transactGetItems({
    TransactItems: ['a', 'b', 'c'].map((name) => ({ Get: { TableName, Key: idOf(name) } })),
  });

const many = (count: number) => Array.from({ length: count }, (_, index) => put(`many-${index}`));

const transactions: Record<string, TransactWriteItem[]> = {
  'each kind of write': [put('b', ifNew), update('c'), check('a')],
  'an update, and a delete of a missing item': [update('a', ifOld), remove('b')],
  'a failed put': [put('a', ifNew), put('b')],
  'a failed put that shows the item': [put('a', { ...ifNew, ...showing }), put('b')],
  'a failed update': [put('b'), update('c', ifOld)],
  'a failed update that shows a missing item': [put('b'), update('c', { ...ifOld, ...showing })],
  'a failed delete that shows the item': [
    remove('a', { ConditionExpression: 'attribute_not_exists(word)', ...showing }),
    put('b'),
  ],
  'a failed check that shows the item': [
    put('b'),
    check('a', { ConditionExpression: 'attribute_not_exists(word)', ...showing }),
  ],
  'two failures of three': [put('a', ifNew), put('b'), check('c')],
  'all failures': [put('a', ifNew), update('b', ifOld), check('c')],
  'the same item twice': [put('b'), update('b')],
  'the same item twice, and a failure': [put('b'), update('b'), put('a', ifNew)],
  'the same item checked and written': [check('a'), update('a')],
  'an update with a wrong type': [put('b'), update('a', { UpdateExpression: 'ADD word :one' })],
  'an update with a wrong type, and a failure': [
    put('a', ifNew),
    update('c', {
      UpdateExpression: 'SET amount = absent + :one',
    }),
  ],
  'an update of a missing path': [put('b'), update('a', { UpdateExpression: 'SET absent.nested = :one' })],
  'an update with a wrong index key': [update('a', { UpdateExpression: 'SET team = :one' })],
  'an update of the key': [update('a', { UpdateExpression: 'SET id = :one' })],
  'an update that uses a wrong index key from the item': [
    update('a', { UpdateExpression: 'SET team = amount', ExpressionAttributeValues: undefined }),
  ],
  'a put with a wrong key': [put('b', { Item: { id: { N: '1' } } })],
  'a put with an empty key': [put('b', { Item: { id: { S: '' } } })],
  'a put without a key': [put('b', { Item: { word: { S: '1' } } })],
  'a put with a wrong index key': [put('b', { Item: { ...idOf('b'), team: { N: '1' } } })],
  'a put with an empty index key': [put('b', { Item: { ...idOf('b'), team: { S: '' } } })],
  'a delete with a wrong key': [remove('b', { Key: { id: { N: '1' } } })],
  'a check with a wrong key': [check('b', { Key: { other: { S: '1' } } })],
  'an empty set': [put('b', { Item: { ...idOf('b'), set: { SS: [] } } })],
  'a wrong number': [put('b', { Item: { ...idOf('b'), amount: { N: 'x' } } })],
  'an item that is too large': [put('b', { Item: { ...idOf('b'), word: { S: 'x'.repeat(400 * 1024) } } })],
  'a missing table': [put('b'), put('c', { TableName: 'Missing' })],
  'a check without a condition': [check('a', { ConditionExpression: undefined })],
  'an update without an expression': [
    update('a', { UpdateExpression: undefined, ExpressionAttributeValues: undefined }),
  ],
  'a wrong condition': [put('b', { ConditionExpression: 'attribute_exists(' })],
  'an unused value': [put('b', { ...ifNew, ExpressionAttributeValues: { ':one': { N: '1' } } })],
  'an unused name': [put('b', { ...ifNew, ExpressionAttributeNames: { '#one': 'one' } })],
  'an empty part': [{}],
  'two kinds in one part': [{ ...put('b'), ...remove('c') }],
  'no parts': [],
  '100 parts': many(100),
  '101 parts': many(101),
};

/** Sends each list of writes once, with the token. */
const sendWithToken = (ClientRequestToken: string, ...requests: TransactWriteItem[][]) =>
  requests.map(
    (TransactItems) => (db: DynamoDB) => db.transactWriteItems({ TransactItems, ClientRequestToken }),
  );

const increments: Probe<DynamoDB> = {
  name: 'parallel transactions are all or nothing',
  async run(db) {
    for (const call of prepare) await call(db);
    const names = await Promise.all(
      Array.from({ length: 10 }, () =>
        db.transactWriteItems({ TransactItems: [update('a'), update('b')] }).then(
          () => 'done',
          (error: Error) => error.name,
        ),
      ),
    );
    const done = names.filter((name) => name === 'done').length;
    const { Responses } = await readAll(db);
    const [a, b] = (Responses ?? []).map(({ Item }) => Number(Item?.amount?.N));
    const others = new Set(
      names.filter((name) => name !== 'done' && name !== 'TransactionCanceledException'),
    );
    return { a: Number(a) - 1 - done, b: Number(b) - done, others: [...others] };
  },
};

const oneCreates: Probe<DynamoDB> = {
  name: 'one of two parallel transactions creates the item',
  async run(db) {
    for (const call of prepare) await call(db);
    const answers = await Promise.all(
      [1, 2].map(() => comparableAnswer(db.transactWriteItems({ TransactItems: [put('b', ifNew)] }))),
    );
    return answers.map((answer) => (answer as { name?: string }).name ?? 'done').sort();
  },
};

export const transactionProbes: Probe<DynamoDB>[] = [
  ...Object.entries(transactions).map(([name, TransactItems]) =>
    probeCalls(
      `transaction with ${name}`,
      ...prepare,
      (db) => db.transactWriteItems({ TransactItems }),
      readAll,
    ),
  ),
  probeCalls(
    'client token: the same request twice',
    ...prepare,
    ...sendWithToken('same-request', [update('a')], [update('a')]),
    readAll,
  ),
  probeCalls(
    'client token: another request',
    ...prepare,
    ...sendWithToken('other-request', [update('a')], [update('b')]),
    readAll,
  ),
  probeCalls(
    'client token: repeated after a failure',
    ...prepare,
    ...sendWithToken('after-failure', [put('a', ifNew)]),
    (db) => db.deleteItem({ TableName, Key: idOf('a') }),
    ...sendWithToken('after-failure', [put('a', ifNew)]),
    readAll,
  ),
  probeCalls(
    'client token: another request after a failure',
    ...prepare,
    ...sendWithToken('other-after-failure', [put('a', ifNew)], [put('b', ifNew)]),
    readAll,
  ),
  probeCalls(
    'client token: repeated although the condition fails now',
    ...prepare,
    ...sendWithToken('fails-now', [put('b', ifNew)], [put('b', ifNew)]),
    readAll,
  ),
  probeCalls(
    'client token: the attributes of an item in another order',
    ...prepare,
    ...sendWithToken(
      'other-order',
      [put('b', { Item: { ...idOf('b'), amount: { N: '1' } } })],
      [put('b', { Item: { amount: { N: '1' }, ...idOf('b') } })],
    ),
  ),
  probeCalls('client token of 37 characters', ...sendWithToken('t'.repeat(37), [put('b')])),
  probeCalls('empty client token', ...sendWithToken('', [put('b')])),
  probeCalls(
    'transactional reads',
    ...prepare,
    (db) =>
      db.transactGetItems({
        TransactItems: [
          { Get: { TableName, Key: idOf('a'), ProjectionExpression: 'word' } },
          { Get: { TableName, Key: idOf('b') } },
        ],
      }),
    (db) =>
      db.transactGetItems({
        TransactItems: [{ Get: { TableName, Key: idOf('a') } }, { Get: { TableName, Key: idOf('a') } }],
      }),
    (db) => db.transactGetItems({ TransactItems: [] }),
    (db) =>
      db.transactGetItems({
        TransactItems: many(101).map((_, index) => ({ Get: { TableName, Key: idOf(index) } })),
      }),
    (db) => db.transactGetItems({ TransactItems: [{ Get: { TableName, Key: { id: { N: '1' } } } }] }),
    (db) => db.transactGetItems({ TransactItems: [{ Get: undefined }] }),
  ),
  probeCalls('transactional read of a missing table', (db) =>
    db.transactGetItems({ TransactItems: [{ Get: { TableName: 'Missing', Key: idOf('a') } }] }),
  ),
  probeCalls('a transaction of more than 4 MB', (db) =>
    db.transactWriteItems({
      TransactItems: Array.from({ length: 11 }, (_, index) =>
        put(`heavy-${index}`, { Item: { ...idOf(`heavy-${index}`), word: { S: 'x'.repeat(390_000) } } }),
      ),
    }),
  ),
  increments,
  oneCreates,
];
