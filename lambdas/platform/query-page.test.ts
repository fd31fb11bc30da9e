import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { queryPage } from './query-page.ts';
import { testSiteTables } from './test-site-tables.ts';

const { client, names } = testSiteTables('Codes');
const read = (cursor?: string, size = 2) =>
  queryPage(client, {
    tableName: names.Codes,
    indexName: 'byGroup',
    key: { name: 'group', value: 'group-1' },
    cursor,
    size,
  });

beforeAll(async () => {
  for (const id of ['a', 'b', 'c'])
    await client.send(
      new PutCommand({ TableName: names.Codes, Item: { id, group: 'group-1', sortKey: `sort-${id}` } }),
    );
});

describe('queryPage', () => {
  it('reads an index page by page, latest first', async () => {
    const first = await read();
    expect(first.items.map(({ id }) => id)).toEqual(['c', 'b']);
    const second = await read(first.next);
    expect(second.items.map(({ id }) => id)).toEqual(['a']);
    expect(second.next).toBeUndefined();
  });

  it('does not name the key in the cursor, so a cursor leads to no other list', async () => {
    expect((await read()).next).not.toContain('group-1');
  });

  it.each(['', 'nonsense', '[]', 'null', '{"id":1}', '{"other":"b"}'])(
    'explains that the cursor %j does not belong to the list',
    async (cursor) => {
      await expect(read(cursor)).rejects.toMatchObject({
        code: 'invalid-argument',
        message: expect.stringContaining('Load it again'),
      });
    },
  );
});
