import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { stackTable } from '../../../test/stack-tables.ts';
import { testTables } from '../../platform/test-tables.ts';
import { articleStore } from './article-store.ts';
import { type Letter, storeLetter } from './store-letter.ts';
import { articleOf } from './test-blog.ts';

const table = stackTable('Articles');
const client = testTables(table);
const articles = articleStore(client, table.name);
const store = (letter: Letter) => storeLetter(client, table.name, letter);

function letterOf(slug: string, changes: Partial<Letter> = {}): Letter {
  const { status: _, ...letter } = articleOf(slug, { headline: 'News of spring' });
  return { ...letter, ...changes };
}
const find = async (slug: string) => (await articles.read([slug], 'letter')).get(slug);

describe('storeLetter', () => {
  it('stores a newsletter that the site can publish', async () => {
    await store(letterOf('spring'));
    expect(await find('spring')).toMatchObject({
      article: { headline: 'News of spring', status: 'letter' },
    });
    expect(await articles.publishedSlugs('letter')).toContain('spring');
    expect(await articles.publishedSlugs('published')).not.toContain('spring');
  });

  it('keeps the first version when the same newsletter is stored again', async () => {
    const letter = letterOf('again');
    await store(letter);
    await articles.saveRefusal({
      slug: 'again',
      updatedAt: letter.updatedAt,
      problems: ['cannot be rendered'],
    });
    await store({ ...letter, updatedAt: '2026-01-01T00:00:00Z' });
    expect(await find('again')).toMatchObject({
      updatedAt: letter.updatedAt,
      refusal: { problems: ['cannot be rendered'] },
    });
  });

  it('refuses an address that belongs to another newsletter', async () => {
    await store(letterOf('taken'));
    await expect(store(letterOf('taken', { headline: 'Other news' }))).rejects.toMatchObject({
      code: 'aborted',
      message: 'The address taken belongs to another newsletter. Choose another one.',
    });
    expect(await find('taken')).toMatchObject({ article: { headline: 'News of spring' } });
  });

  it.each(['published', 'draft'] as const)(
    'refuses an address that belongs to an article that is %s',
    async (status) => {
      const article = articleOf(`maps-${status}`, { status });
      await client.send(new PutCommand({ TableName: table.name, Item: article }));
      await expect(store(letterOf(article.slug))).rejects.toMatchObject({
        code: 'aborted',
        message: `The address ${article.slug} belongs to an article. Choose another one.`,
      });
      expect(await find(article.slug)).toBeUndefined();
    },
  );

  it('refuses a newsletter that the site could not show', async () => {
    await expect(store(letterOf('Not a slug'))).rejects.toThrow('slug');
    await expect(store(letterOf('empty', { description: ' ' }))).rejects.toThrow('description');
  });
});
