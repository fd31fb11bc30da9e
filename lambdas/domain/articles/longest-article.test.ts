import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { articleLimits, storedArticle } from '../../../contract/records/article.ts';
import { maxItemBytes, storedBytes } from '../../../contract/rules/stored-bytes.ts';
import { testSiteTables } from '../../platform/test-site-tables.ts';

const paragraph = (content: string) => ({ type: 'paragraph', content });
const many = <Item>(length: number, item: Item) => Array.from({ length }, () => item);

const { client, names } = testSiteTables('Articles');

/** All fields except the text at their maximum length. */
function longestArticle(content: object[]): Record<string, unknown> {
  const url = `/media/${'a'.repeat(articleLimits.url - '/media/'.length)}`;
  return {
    status: 'published',
    createdAt: '2025-05-14',
    slug: 'a'.repeat(articleLimits.slug),
    headline: 'ж'.repeat(articleLimits.headline / 2),
    author: 'a'.repeat(articleLimits.author),
    description: 'a'.repeat(articleLimits.description),
    updatedAt: `2025-05-14T12:00:00.${'0'.repeat(19)}Z`,
    coverImageUrl: url,
    socialImageUrl: url,
    cover: {
      alternative: 'a'.repeat(articleLimits.coverAlternative),
      width: Number.MAX_SAFE_INTEGER,
      height: Number.MAX_SAFE_INTEGER,
      pictures: many(articleLimits.pictures, { url, type: 'image/avif', width: Number.MAX_SAFE_INTEGER }),
    },
    content,
  };
}

describe('the longest article', () => {
  it.each([
    ['paragraphs', many(34, paragraph('海'.repeat(3_333)))],
    ['many short paragraphs', many(articleLimits.sections, paragraph('a'.repeat(310)))],
    [
      'lists of short items',
      many(53, { type: 'list', content: many(articleLimits.itemsOfList, { content: 'a' }) }),
    ],
  ])('of %s is an item that DynamoDB takes', async (_what, content) => {
    const longest = storedArticle.parse(longestArticle(content));
    expect(storedBytes(content)).toBeGreaterThan(0.95 * articleLimits.content);
    expect(storedBytes(longest)).toBeLessThan(maxItemBytes);
    await client.send(new PutCommand({ TableName: names.Articles, Item: longest }));
  });

  it('exceeds the size of an item with a slightly longer text', async () => {
    const tooLong = { ...longestArticle([]), content: many(42, paragraph('a'.repeat(10_000))) };
    expect(storedBytes(tooLong)).toBeGreaterThan(maxItemBytes);
    await expect(client.send(new PutCommand({ TableName: names.Articles, Item: tooLong }))).rejects.toThrow(
      'Item size has exceeded the maximum allowed size',
    );
  });
});
