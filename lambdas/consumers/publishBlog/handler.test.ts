import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test, vi } from 'vitest';
import { plainRenderer } from '../../domain/articles/test-blog.ts';
import { delivery, mockSurroundings } from '../../domain/articles/test-handler.ts';

vi.mock('#blog-renderer', () => plainRenderer);
const { table, writtenKeys, invalidation } = mockSurroundings();
const { handler } = await import('./handler.ts');

const deliver = () => handler(...delivery({ bucket: { name: 'site' }, object: { key: 'build.json' } }));

test('a new build has every article rendered anew, and the CDN asks for it', async () => {
  await deliver();
  expect(table.commandCalls(QueryCommand)[0]?.args[0].input).toMatchObject({
    TableName: 'Articles',
    IndexName: 'byStatus',
    ExpressionAttributeValues: { ':value': 'published' },
  });
  expect(writtenKeys()).toEqual(
    expect.arrayContaining(['blog/maps/index.html', 'blog/index.html', 'sitemap-articles.xml']),
  );
  expect(invalidation()?.InvalidationBatch?.Paths?.Items).toContain('/blog/maps');
});
