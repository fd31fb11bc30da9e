import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { writeTogether } from '../../platform/conditional-write.ts';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { articleStore } from './article-store.ts';
import { articleWrites, readVersions, seenOf } from './article-versions.ts';
import { articleOf } from './test-blog.ts';

// The team may write an item by hand, without the time of its last change.

const { client, names } = testSiteTables('Articles');

const read = async (slug: string) =>
  (await client.send(new GetCommand({ TableName: names.Articles, Key: { slug } }))).Item;
const writeByHand = (slug: string) =>
  client.send(new PutCommand({ TableName: names.Articles, Item: { slug, status: 'published' } }));

describe('an article without updatedAt', () => {
  it('can be replaced once', async () => {
    await writeByHand('maps');
    const current = await readVersions(client, names.Articles, 'maps');
    const replace = () =>
      writeTogether(
        client,
        articleWrites(names.Articles, current).publish(
          { ...articleOf('maps'), status: 'published' },
          seenOf(current),
          new Date(),
        ),
      );
    expect(await replace()).toBe(true);
    expect(await replace()).toBe(false);
  });

  it('stores and removes a refusal', async () => {
    await writeByHand('songs');
    const articles = articleStore(client, names.Articles);
    await articles.saveRefusal({ slug: 'songs', updatedAt: undefined, problems: ['headline: missing'] });
    expect(await read('songs')).toMatchObject({ refusal: { problems: ['headline: missing'] } });
    await articles.removeRefusal('songs', undefined);
    expect(await read('songs')).not.toHaveProperty('refusal');
    await articles.saveRefusal({ slug: 'gone', updatedAt: undefined, problems: ['headline: missing'] });
    expect(await read('gone')).toBeUndefined();
  });
});
