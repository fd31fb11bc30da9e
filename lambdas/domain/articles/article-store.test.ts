import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { articleStore } from './article-store.ts';
import { articleOf } from './test-blog.ts';

vi.mock('../../platform/back-off.ts', () => ({ backOff: async () => {} }));
const table = mockClient(DynamoDBDocumentClient);
const articles = articleStore(DynamoDBDocumentClient.from(new DynamoDBClient({})), 'Articles');

beforeEach(() => {
  table.reset();
});

test('is read as it stands in this moment, with the time it takes to read', async () => {
  table.on(BatchGetCommand).resolves({ Responses: { Articles: [articleOf('maps')] } });
  const found = await articles.read(['maps', 'gone']);
  expect([...found]).toEqual([['maps', { article: { ...articleOf('maps'), readingMinutes: 1 } }]]);
  expect(table.commandCalls(BatchGetCommand)[0]?.args[0].input).toEqual({
    RequestItems: { Articles: { Keys: [{ slug: 'maps' }, { slug: 'gone' }], ConsistentRead: true } },
  });
});

test('of what a busy table leaves out is asked again', async () => {
  const rest = { Articles: { Keys: [{ slug: 'songs' }], ConsistentRead: true } };
  table
    .on(BatchGetCommand)
    .resolvesOnce({ Responses: { Articles: [articleOf('maps')] }, UnprocessedKeys: rest })
    .resolvesOnce({ Responses: { Articles: [articleOf('songs')] }, UnprocessedKeys: {} });
  expect([...(await articles.read(['maps', 'songs'])).keys()]).toEqual(['maps', 'songs']);
  expect(table.commandCalls(BatchGetCommand)[1]?.args[0].input).toEqual({ RequestItems: rest });
});

test('a hundred at a time, and nothing for none', async () => {
  table.on(BatchGetCommand).resolves({ Responses: {} });
  await articles.read([]);
  await articles.read(Array.from({ length: 150 }, (_, index) => `article-${index}`));
  const counts = table
    .commandCalls(BatchGetCommand)
    .map(({ args }) => args[0].input.RequestItems?.Articles?.Keys?.length);
  expect(counts).toEqual([100, 50]);
});

test('one that is not as it should be says where, and nothing of what stands there', async () => {
  const broken = {
    ...articleOf('maps'),
    createdAt: 'a secret day',
    content: ['a secret'],
  };
  table.on(BatchGetCommand).resolves({ Responses: { Articles: [broken, articleOf('songs')] } });
  const found = await articles.read(['maps', 'songs']);
  expect(found.get('maps')).toEqual({
    problems: [expect.stringMatching(/^createdAt: /), expect.stringMatching(/^content\.0: /)],
  });
  expect(JSON.stringify([...found])).not.toContain('a secret');
  expect(found.get('songs')).toHaveProperty('article');
});

test.each(['draft', 'Published', undefined])(
  'one whose status is %s is not published, whatever else it is',
  async (status) => {
    const broken = { ...articleOf('maps'), status, createdAt: 'yesterday' };
    table.on(BatchGetCommand).resolves({ Responses: { Articles: [broken, articleOf('songs')] } });
    expect([...(await articles.read(['maps', 'songs'])).keys()]).toEqual(['songs']);
  },
);
