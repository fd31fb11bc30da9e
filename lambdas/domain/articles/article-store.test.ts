import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it, vi } from 'vitest';
import { articleStore } from './article-store.ts';
import { articleOf } from './test-blog.ts';

vi.mock('../../platform/back-off.ts', () => ({ backOff: async () => {} }));
const table = mockClient(DynamoDBDocumentClient);
const articles = articleStore(DynamoDBDocumentClient.from(new DynamoDBClient({})), 'Articles');

beforeEach(() => {
  table.reset();
});

it('reads consistently, and adds the reading time', async () => {
  table.on(BatchGetCommand).resolves({ Responses: { Articles: [articleOf('maps')] } });
  const found = await articles.read(['maps', 'gone'], 'published');
  expect([...found]).toEqual([
    [
      'maps',
      { article: { ...articleOf('maps'), readingMinutes: 1 }, updatedAt: articleOf('maps').updatedAt },
    ],
  ]);
  expect(table.commandCalls(BatchGetCommand)[0]?.args[0].input).toEqual({
    RequestItems: { Articles: { Keys: [{ slug: 'maps' }, { slug: 'gone' }], ConsistentRead: true } },
  });
});

it('reads unprocessed keys again', async () => {
  const rest = { Articles: { Keys: [{ slug: 'songs' }], ConsistentRead: true } };
  table
    .on(BatchGetCommand)
    .resolvesOnce({ Responses: { Articles: [articleOf('maps')] }, UnprocessedKeys: rest })
    .resolvesOnce({ Responses: { Articles: [articleOf('songs')] }, UnprocessedKeys: {} });
  expect([...(await articles.read(['maps', 'songs'], 'published')).keys()]).toEqual(['maps', 'songs']);
  expect(table.commandCalls(BatchGetCommand)[1]?.args[0].input).toEqual({ RequestItems: rest });
});

it('reads 100 items per request, and makes no request without slugs', async () => {
  table.on(BatchGetCommand).resolves({ Responses: {} });
  await articles.read([], 'published');
  await articles.read(
    Array.from({ length: 150 }, (_, index) => `article-${index}`),
    'published',
  );
  const counts = table
    .commandCalls(BatchGetCommand)
    .map(({ args }) => args[0].input.RequestItems?.Articles?.Keys?.length);
  expect(counts).toEqual([100, 50]);
});

it('reports which fields of an item are wrong, without their values', async () => {
  const broken = {
    ...articleOf('maps'),
    createdAt: 'a secret day',
    content: ['a secret'],
  };
  table.on(BatchGetCommand).resolves({ Responses: { Articles: [broken, articleOf('songs')] } });
  const found = await articles.read(['maps', 'songs'], 'published');
  expect(found.get('maps')).toEqual({
    problems: [expect.stringMatching(/^createdAt: /), expect.stringMatching(/^content\.0: /)],
    updatedAt: broken.updatedAt,
  });
  expect(JSON.stringify([...found])).not.toContain('a secret');
  expect(found.get('songs')).toHaveProperty('article');
});

it.each(['draft', 'Published', undefined])(
  'does not return an item whose status is %s, even if it is invalid',
  async (status) => {
    const broken = { ...articleOf('maps'), status, createdAt: 'yesterday' };
    table.on(BatchGetCommand).resolves({ Responses: { Articles: [broken, articleOf('songs')] } });
    expect([...(await articles.read(['maps', 'songs'], 'published')).keys()]).toEqual(['songs']);
  },
);

const refusal = { slug: 'maps', updatedAt: '2025-09-01T12:00:00Z', problems: ['headline: too long'] };
const update = () => table.commandCalls(UpdateCommand)[0]?.args[0].input;

it('reads the refusal of an earlier run', async () => {
  const { slug: _, ...stored } = refusal;
  table
    .on(BatchGetCommand)
    .resolves({ Responses: { Articles: [{ ...articleOf('maps'), refusal: stored }] } });
  expect((await articles.read(['maps'], 'published')).get('maps')?.refusal).toEqual(stored);
});

it('reads the refusal of an item without a time of change', async () => {
  const stored = { problems: refusal.problems };
  table
    .on(BatchGetCommand)
    .resolves({ Responses: { Articles: [{ ...articleOf('maps'), refusal: stored }] } });
  expect((await articles.read(['maps'], 'published')).get('maps')?.refusal).toEqual(stored);
});

it('saves a refusal if the item is still the one that was refused', async () => {
  await articles.saveRefusal(refusal);
  expect(update()).toEqual({
    TableName: 'Articles',
    Key: { slug: 'maps' },
    UpdateExpression: 'SET refusal = :refusal',
    ConditionExpression: 'updatedAt = :before',
    ExpressionAttributeValues: {
      ':refusal': { updatedAt: refusal.updatedAt, problems: refusal.problems },
      ':before': refusal.updatedAt,
    },
  });
});

it('saves and reads that the team has no email about a refusal yet', async () => {
  await articles.saveRefusal({ ...refusal, isUnreported: true });
  const stored = update()?.ExpressionAttributeValues?.[':refusal'];
  table
    .on(BatchGetCommand)
    .resolves({ Responses: { Articles: [{ ...articleOf('maps'), refusal: stored }] } });
  expect((await articles.read(['maps'], 'published')).get('maps')?.refusal).toMatchObject({
    isUnreported: true,
  });
});

it('saves the refusal of an item without a time of change', async () => {
  await articles.saveRefusal({ ...refusal, updatedAt: undefined });
  expect(update()).toMatchObject({
    ConditionExpression: 'attribute_exists(slug) AND attribute_not_exists(updatedAt)',
    ExpressionAttributeValues: { ':refusal': { problems: refusal.problems } },
  });
});

it('does nothing when the item has changed since', async () => {
  table.on(UpdateCommand).rejects(new ConditionalCheckFailedException({ message: '', $metadata: {} }));
  await articles.saveRefusal(refusal);
  await articles.removeRefusal('maps', refusal.updatedAt);
});

it('removes only the refusal', async () => {
  await articles.removeRefusal('maps', undefined);
  expect(update()).toEqual({
    TableName: 'Articles',
    Key: { slug: 'maps' },
    UpdateExpression: 'REMOVE refusal',
    ConditionExpression: 'attribute_exists(slug) AND attribute_not_exists(updatedAt)',
  });
});
