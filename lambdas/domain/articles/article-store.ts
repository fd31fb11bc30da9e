import {
  BatchGetCommand,
  type BatchGetCommandInput,
  type BatchGetCommandOutput,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';
import { storedArticle } from '../../../contract/records/article.ts';
import type { PublishedArticle } from '../../../contract/records/blog-renderer.ts';
import { readingMinutes } from '../../../publishing/markdown/reading-minutes.ts';
import { backOff } from '../../platform/back-off.ts';
import { queryAll } from '../../platform/query-all.ts';

/** A published record as it stands in the table, or what is wrong with it: where, and nothing of what it says. */
export type ReadArticle = { article: PublishedArticle } | { problems: string[] };

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html */
const maxBatch = 100;

export type ArticleStore = ReturnType<typeof articleStore>;

/** The Articles table, which the team writes and this site only reads. */
export function articleStore(client: DynamoDBDocumentClient, tableName: string) {
  async function readBatch(slugs: string[]): Promise<Record<string, unknown>[]> {
    const items: Record<string, unknown>[] = [];
    let request: BatchGetCommandInput['RequestItems'] = {
      [tableName]: { Keys: slugs.map((slug) => ({ slug })), ConsistentRead: true },
    };
    for (let attempt = 0; ; attempt++) {
      const answer: BatchGetCommandOutput = await client.send(new BatchGetCommand({ RequestItems: request }));
      items.push(...(answer.Responses?.[tableName] ?? []));
      request = answer.UnprocessedKeys;
      // An answer holds 16 MB at most, and less when the table is busy.
      if (!request?.[tableName]) return items;
      await backOff(attempt);
    }
  }

  return {
    /** What is published at this moment, by slug; what is a draft or is not there is missing. */
    async read(slugs: string[]): Promise<Map<string, ReadArticle>> {
      const found = new Map<string, ReadArticle>();
      for (let start = 0; start < slugs.length; start += maxBatch) {
        const items = await readBatch(slugs.slice(start, start + maxBatch));
        // Whatever else is wrong with an article, it can be taken back.
        for (const item of items.filter(({ status }) => status === 'published'))
          found.set(String(item.slug), check(item));
      }
      return found;
    },

    /** By an index, which may lack what was published a moment ago. */
    async publishedSlugs(): Promise<string[]> {
      const items = await queryAll<{ slug: string }>(client, {
        tableName,
        indexName: 'byStatus',
        key: { name: 'status', value: 'published' },
      });
      return items.map(({ slug }) => slug);
    },
  };
}

function check(item: unknown): ReadArticle {
  const { data: article, error } = storedArticle.safeParse(item);
  if (article) return { article: { ...article, readingMinutes: readingMinutes(article.content) } };
  return { problems: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) };
}
