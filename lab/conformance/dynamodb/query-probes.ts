import type { AttributeValue, DynamoDB, QueryCommandInput } from '@aws-sdk/client-dynamodb';
import type { Probe } from '../comparison.ts';
import { type Call, comparableAnswer, probeCalls } from './probe-calls.ts';

const strings = ['', 'a', 'aa', 'ab', 'B', 'b', 'ä', 'z', '🦊', '\uffee', 'a/b', 'a~'].filter(Boolean);
const numbers = [
  '-1000',
  '-99.5',
  '-1',
  '-0.001',
  '0',
  '0.001',
  '1',
  '1.5',
  '2',
  '10',
  '99.5',
  '1e20',
  '-1e20',
];
const bytes = [[0], [0, 0], [1], [127], [128], [255], [255, 0]];
const places: Record<'S' | 'N' | 'B', AttributeValue[]> = {
  S: strings.map((S) => ({ S })),
  N: numbers.map((N) => ({ N })),
  B: bytes.map((list) => ({ B: Uint8Array.from(list) })),
};
const shelf = { S: 'sorted' };
const types = ['S', 'N', 'B'] as const;

const keyConditions = [
  'shelf = :shelf',
  ':shelf = shelf',
  '(shelf = :shelf)',
  'place = :one',
  'shelf > :shelf',
  'shelf = :shelf AND place = :one',
  'place = :one AND shelf = :shelf',
  'shelf = :shelf AND place < :one',
  'shelf = :shelf AND place <= :one',
  'shelf = :shelf AND place > :one',
  'shelf = :shelf AND place >= :one',
  'shelf = :shelf AND :one < place',
  'shelf = :shelf AND place <> :one',
  'shelf = :shelf AND place BETWEEN :one AND :other',
  'shelf = :shelf AND place BETWEEN :other AND :one',
  'shelf = :shelf AND begins_with(place, :one)',
  'shelf = :shelf AND begins_with(:one, place)',
  'shelf = :shelf AND contains(place, :one)',
  'shelf = :shelf AND place IN (:one, :other)',
  'shelf = :shelf AND NOT place = :one',
  'shelf = :shelf OR place = :one',
  'shelf = :shelf AND place > :one AND place < :other',
  'shelf = :shelf AND attribute_exists(place)',
  'shelf = :shelf AND size(place) = :one',
  'shelf = :shelf AND word = :one',
  'shelf = :shelf AND place = :wrong',
  'shelf = :wrong',
  'shelf = place',
  'shelf = :shelf AND place = :empty',
  'shelf = :shelf AND begins_with(place, :empty)',
  'shelf = :shelf AND place > :empty',
  'shelf = :empty',
  '',
];
const wrong: Record<'S' | 'N' | 'B', AttributeValue> = { S: { N: '1' }, N: { S: '1' }, B: { S: '1' } };
const empty: Record<'S' | 'N' | 'B', AttributeValue> = {
  S: { S: '' },
  N: { N: '0' },
  B: { B: new Uint8Array() },
};

function valuesIn(expression: string, type: 'S' | 'N' | 'B') {
  const all: Record<string, AttributeValue | undefined> = {
    ':shelf': shelf,
    ':one': places[type][1],
    ':other': places[type].at(-3),
    ':wrong': wrong[type],
    ':empty': empty[type],
  };
  const used = [...new Set(expression.match(/:\w+/g))].flatMap((key) => (all[key] ? [[key, all[key]]] : []));
  return used.length > 0 ? { ExpressionAttributeValues: Object.fromEntries(used) } : {};
}

/** Reads page after page, at most ten. */
const probePages = (
  name: string,
  read: (
    db: DynamoDB,
    start: Record<string, AttributeValue> | undefined,
  ) => Promise<{
    LastEvaluatedKey?: Record<string, AttributeValue>;
    $metadata: object;
  }>,
): Probe<DynamoDB> => ({
  name,
  async run(db) {
    const pages: unknown[] = [];
    let start: Record<string, AttributeValue> | undefined;
    do {
      const page = read(db, start);
      pages.push(await comparableAnswer(page));
      start = await page.then(
        ({ LastEvaluatedKey }) => LastEvaluatedKey,
        () => undefined,
      );
    } while (start && pages.length < 10);
    return pages;
  },
});

const query = (TableName: string, input: Omit<QueryCommandInput, 'TableName'>) => (db: DynamoDB) =>
  db.query({ TableName, ...input });

const members = ['c', 'a', 'b', 'e', 'd'].map((id, index) => ({
  id: { S: `member-${id}` },
  team: { S: 'red' },
  score: { N: String([3, 1, 2, 2, 5][index]) },
  word: { S: `word ${id}` },
  amount: { N: String(index) },
}));
const ofTeam = {
  KeyConditionExpression: 'team = :team',
  ExpressionAttributeValues: { ':team': { S: 'red' } },
};
const ofShelf = {
  KeyConditionExpression: 'shelf = :shelf',
  ExpressionAttributeValues: { ':shelf': shelf },
};

export const queryProbes: Probe<DynamoDB>[] = [
  ...types.map((type) =>
    probeCalls(`writes the sorted items of type ${type}`, (db) =>
      db.batchWriteItem({
        RequestItems: {
          [`Sorted${type}`]: places[type].toReversed().map((place, index) => ({
            PutRequest: { Item: { shelf, place, index: { N: String(index) } } },
          })),
        },
      }),
    ),
  ),
  ...types.flatMap((type) =>
    keyConditions.map((expression) =>
      probeCalls(
        `query by ${type}: ${expression}`,
        query(`Sorted${type}`, { KeyConditionExpression: expression, ...valuesIn(expression, type) }),
        query(`Sorted${type}`, {
          KeyConditionExpression: expression,
          ScanIndexForward: false,
          Limit: 2,
          ...valuesIn(expression, type),
        }),
      ),
    ),
  ),
  ...types.flatMap((type) =>
    [true, false].flatMap((ScanIndexForward) => [
      probePages(`pages by ${type}, ${ScanIndexForward ? 'forward' : 'backward'}`, (db, start) =>
        db.query({
          TableName: `Sorted${type}`,
          ...ofShelf,
          ScanIndexForward,
          Limit: 3,
          ExclusiveStartKey: start,
        }),
      ),
      probePages(`filtered pages by ${type}, ${ScanIndexForward ? 'forward' : 'backward'}`, (db, start) =>
        db.query({
          TableName: `Sorted${type}`,
          KeyConditionExpression: 'shelf = :shelf AND place > :one',
          FilterExpression: '#index < :three',
          ExpressionAttributeNames: { '#index': 'index' },
          ExpressionAttributeValues: {
            ':shelf': shelf,
            ':one': places[type][1] as AttributeValue,
            ':three': { N: '3' },
          },
          ScanIndexForward,
          Limit: 2,
          ExclusiveStartKey: start,
        }),
      ),
    ]),
  ),
  probeCalls('a page that ends with the last item', query('SortedN', { ...ofShelf, Limit: numbers.length })),
  probeCalls(
    'limits of a query',
    query('SortedN', { ...ofShelf, Limit: 0 }),
    query('SortedN', { ...ofShelf, Limit: -1 }),
    query('SortedN', { ...ofShelf, Limit: 1000 }),
  ),
  probeCalls(
    'invalid start keys',
    query('SortedN', { ...ofShelf, ExclusiveStartKey: { shelf } }),
    query('SortedN', { ...ofShelf, ExclusiveStartKey: { shelf, place: { S: 'a' } } }),
    query('SortedN', { ...ofShelf, ExclusiveStartKey: { shelf: { S: 'other' }, place: { N: '1' } } }),
    query('SortedN', { ...ofShelf, ExclusiveStartKey: { shelf, place: { N: '1' }, more: { S: 'a' } } }),
    query('SortedN', { ...ofShelf, ExclusiveStartKey: {} }),
    query('SortedN', { ...ofShelf, ExclusiveStartKey: { shelf, place: { N: '1.25' } } }),
    query('SortedN', {
      KeyConditionExpression: 'shelf = :shelf AND place < :one',
      ExpressionAttributeValues: { ':shelf': shelf, ':one': { N: '1' } },
      ExclusiveStartKey: { shelf, place: { N: '5' } },
    }),
  ),
  probeCalls('selection: Select: COUNT', query('SortedN', { ...ofShelf, Select: 'COUNT' })),
  probeCalls(
    'selection: Select: COUNT, Limit: 2',
    query('SortedN', { ...ofShelf, Select: 'COUNT', Limit: 2 }),
  ),
  probeCalls(
    'selection: Select: ALL_ATTRIBUTES, Limit: 1',
    query('SortedN', { ...ofShelf, Select: 'ALL_ATTRIBUTES', Limit: 1 }),
  ),
  probeCalls(
    'selection: Select: ALL_PROJECTED_ATTRIBUTES',
    query('SortedN', { ...ofShelf, Select: 'ALL_PROJECTED_ATTRIBUTES' }),
  ),
  probeCalls(
    'selection: Select: SPECIFIC_ATTRIBUTES',
    query('SortedN', { ...ofShelf, Select: 'SPECIFIC_ATTRIBUTES' }),
  ),
  probeCalls(
    'selection: Select: SPECIFIC_ATTRIBUTES, ProjectionExpression: place',
    query('SortedN', { ...ofShelf, Select: 'SPECIFIC_ATTRIBUTES', ProjectionExpression: 'place' }),
  ),
  probeCalls(
    'selection: Select: COUNT, ProjectionExpression: place',
    query('SortedN', { ...ofShelf, Select: 'COUNT', ProjectionExpression: 'place' }),
  ),
  probeCalls(
    'selection: ProjectionExpression: place, ScanIndexForward: false, Limit: 1',
    query('SortedN', { ...ofShelf, ProjectionExpression: 'place', ScanIndexForward: false, Limit: 1 }),
  ),
  probeCalls(
    'selection: ConsistentRead: true, Limit: 1',
    query('SortedN', { ...ofShelf, ConsistentRead: true, Limit: 1 }),
  ),
  probeCalls(
    'filters on keys',
    query('SortedN', {
      ...ofShelf,
      FilterExpression: 'place > :zero',
      ExpressionAttributeValues: { ':shelf': shelf, ':zero': { N: '0' } },
    }),
    query('Items', {
      IndexName: 'byTeam',
      ...ofTeam,
      FilterExpression: 'score > :zero',
      ExpressionAttributeValues: { ':team': { S: 'red' }, ':zero': { N: '0' } },
    }),
    query('Items', {
      IndexName: 'byTeam',
      ...ofTeam,
      FilterExpression: 'begins_with(id, :member)',
      ExpressionAttributeValues: { ':team': { S: 'red' }, ':member': { S: 'member-' } },
    }),
  ),
  probeCalls('a query without a key condition', query('SortedN', {})),
  probeCalls('a query of a missing table', query('Missing', ofShelf)),
  probeCalls('a query of a missing index', query('Items', { IndexName: 'missing', ...ofTeam })),
  probeCalls('writes the members of an index', (db) =>
    db.batchWriteItem({ RequestItems: { Items: members.map((Item) => ({ PutRequest: { Item } })) } }),
  ),
  ...['byTeam', 'withWord'].flatMap((IndexName) => [
    probeCalls(`index ${IndexName}`, (db) =>
      db.query({
        TableName: 'Items',
        IndexName,
        KeyConditionExpression: 'team = :team AND score > :two',
        ExpressionAttributeValues: { ':team': { S: 'red' }, ':two': { N: '2' } },
      }),
    ),
    probeCalls(
      `filter on an attribute in ${IndexName}`,
      query('Items', {
        IndexName,
        ...ofTeam,
        FilterExpression: 'amount > :two',
        ExpressionAttributeValues: { ':team': { S: 'red' }, ':two': { N: '2' } },
      }),
    ),
    probeCalls(
      `kinds of selection in ${IndexName}`,
      query('Items', { IndexName, ...ofTeam, Select: 'COUNT' }),
      query('Items', { IndexName, ...ofTeam, ConsistentRead: true }),
      query('Items', {
        IndexName,
        KeyConditionExpression: 'team = :team AND score = :one',
        ExpressionAttributeValues: { ':team': { S: 'red' }, ':one': { N: '1' } },
        ProjectionExpression: 'word, id',
      }),
      query('Items', {
        IndexName,
        KeyConditionExpression: 'team = :team AND score = :one',
        ExpressionAttributeValues: { ':team': { S: 'red' }, ':one': { N: '1' } },
        ProjectionExpression: 'amount',
      }),
      query('Items', {
        IndexName,
        KeyConditionExpression: 'team = :team AND score = :one',
        ExpressionAttributeValues: { ':team': { S: 'red' }, ':one': { N: '1' } },
        Select: 'ALL_ATTRIBUTES',
      }),
      query('Items', {
        IndexName,
        KeyConditionExpression: 'team = :team AND score = :one',
        ExpressionAttributeValues: { ':team': { S: 'red' }, ':one': { N: '1' } },
        Select: 'ALL_PROJECTED_ATTRIBUTES',
      }),
    ),
    probeCalls(
      `invalid start keys in ${IndexName}`,
      query('Items', { IndexName, ...ofTeam, ExclusiveStartKey: { id: { S: 'member-a' } } }),
      query('Items', {
        IndexName,
        ...ofTeam,
        ExclusiveStartKey: { id: { S: 'member-a' }, team: { S: 'blue' }, score: { N: '1' } },
      }),
      query('Items', {
        IndexName,
        ...ofTeam,
        ExclusiveStartKey: { id: { S: 'member-a' }, team: { S: 'red' }, score: { S: '1' } },
      }),
    ),
    probeCalls(`start key of an index in ${IndexName}`, (db) =>
      db.query({
        TableName: 'Items',
        IndexName,
        KeyConditionExpression: 'team = :team AND score > :two',
        ExpressionAttributeValues: { ':team': { S: 'red' }, ':two': { N: '2' } },
        ExclusiveStartKey: members[0] && {
          id: members[0].id,
          team: members[0].team,
          score: members[0].score,
        },
      }),
    ),
  ]),
  probeCalls(
    'an index follows its items',
    (db) =>
      db.updateItem({
        TableName: 'Items',
        Key: { id: { S: 'member-a' } },
        UpdateExpression: 'SET score = :nine',
        ExpressionAttributeValues: { ':nine': { N: '9' } },
      }),
    (db) =>
      db.updateItem({
        TableName: 'Items',
        Key: { id: { S: 'member-c' } },
        UpdateExpression: 'REMOVE score',
      }),
    (db) => db.deleteItem({ TableName: 'Items', Key: { id: { S: 'member-e' } } }),
    (db) => db.query({ TableName: 'Items', IndexName: 'byTeam', ...ofTeam }),
    (db) => db.query({ TableName: 'Items', IndexName: 'onlyKeys', ...ofTeam, Select: 'COUNT' }),
  ),
  probePages('pages of an index', (db, start) =>
    db.query({ TableName: 'Items', IndexName: 'byTeam', ...ofTeam, Limit: 2, ExclusiveStartKey: start }),
  ),
  probeCalls(
    'writes heavy items',
    ...[1, 2, 3, 4].map(
      (place): Call =>
        (db) =>
          db.putItem({
            TableName: 'SortedN',
            Item: { shelf: { S: 'heavy' }, place: { N: String(place) }, word: { S: 'x'.repeat(380_000) } },
          }),
    ),
  ),
  probePages('pages of one megabyte', (db, start) =>
    db.query({
      TableName: 'SortedN',
      KeyConditionExpression: 'shelf = :shelf',
      ExpressionAttributeValues: { ':shelf': { S: 'heavy' } },
      ProjectionExpression: 'place',
      ExclusiveStartKey: start,
    }),
  ),
];
