import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { renderers } from '#blog-renderer';
import { articleCollections } from '../../contract/records/article-collections.ts';
import { articleStore } from '../../lambdas/domain/articles/article-store.ts';
import { blogStore } from '../../lambdas/domain/articles/blog-store.ts';
import type { BlogChanges, BlogDependencies } from '../../lambdas/domain/articles/publish-blog.ts';
import { publishBlog } from '../../lambdas/domain/articles/publish-blog.ts';
import { startDynamodb } from '../../local/fakes/dynamodb/start-dynamodb.ts';
import { startS3 } from '../../local/fakes/s3/start-s3.ts';
import { readStack } from '../../local/read-stack.ts';
import { localCredentials, localS3 } from '../../scripts/commands/stage/connect.ts';
import { storedArticle } from '../../test/blog-desk.ts';
import { median } from './median.ts';

const few = 10;
const many = 1000;
const rounds = 7;

interface Times {
  /** The total, in milliseconds. */
  total: number;
  /** The part for files that list all articles: the record, list pages, feeds and sitemap. */
  lists: number;
}

/** Measures rendering and writing one article, among few and among many, and all of them again. */
export async function measureBlog(onStep: (step: string) => void): Promise<string[][]> {
  const dir = await mkdtemp(join(tmpdir(), 'lorewright-bench-'));
  const stack = await readStack();
  const tableName = stack.outputs.ArticlesTable ?? '';
  const tables = await startDynamodb({ dir: join(dir, 'tables'), tables: stack.tables });
  const objects = await startS3({
    dir: join(dir, 'objects'),
    buckets: [`site-${few}`, `site-${many}`],
    onObjectCreated: async () => {},
  });
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({ region: stack.region, endpoint: tables.endpoint, credentials: localCredentials }),
  );
  const s3 = localS3(objects.endpoint);
  const put = (index: number, words = '') =>
    client.send(new PutCommand({ TableName: tableName, Item: longArticle(index, words) }));

  /** Publishes the changes and returns the duration. */
  async function timeOf(bucket: string, changes: BlogChanges): Promise<Times> {
    let lists = 0;
    const blog = blogStore(s3, bucket, articleCollections.blog);
    const timed = async <Result>(act: () => Promise<Result>): Promise<Result> => {
      const began = performance.now();
      const result = await act();
      lists += performance.now() - began;
      return result;
    };
    const dependencies: BlogDependencies = {
      collection: articleCollections.blog,
      articles: articleStore(client, tableName),
      blog: {
        ...blog,
        record: {
          read: () => timed(() => blog.record.read()),
          replace: (...given) => timed(() => blog.record.replace(...given)),
        },
        replaceLists: (files) => timed(() => blog.replaceLists(files)),
      },
      renderer: {
        ...renderers.blog,
        renderLists: (...given) => timed(() => renderers.blog.renderLists(...given)),
      },
      invalidate: async () => {},
      runId: String(Math.random()),
      batchSize: 50,
      hasTime: () => true,
    };
    const began = performance.now();
    const { refusals } = await publishBlog(dependencies, changes);
    if (refusals.length > 0) throw new Error(`Refused: ${JSON.stringify(refusals)}`);
    return { total: performance.now() - began, lists };
  }

  /** Changes and publishes one article, several times. */
  async function timesOfEdit(count: number): Promise<Times> {
    const times: Times[] = [];
    for (let round = 0; round < rounds; round++) {
      onStep(`an article among ${count}, round ${round + 1} of ${rounds}`);
      const index = Math.floor(count / 2);
      await put(index, `Changed in round ${round}.`);
      times.push(await timeOf(`site-${count}`, { slugs: [slugOf(index)], isAll: false }));
    }
    return {
      total: median(times.map(({ total }) => total)),
      lists: median(times.map(({ lists }) => lists)),
    };
  }

  try {
    onStep('a first article');
    for (let index = 0; index < few; index++) await put(index);
    await timeOf(`site-${few}`, { slugs: [], isAll: true });
    // A first run, so that the compilation of a new process is not measured.
    await timesOfEdit(few);
    const before = await timesOfEdit(few);

    onStep(`${many} articles`);
    for (let index = few; index < many; index++) await put(index);
    const all = await timeOf(`site-${many}`, { slugs: [], isAll: true });
    const manyTimes = await timesOfEdit(many);
    const after = await timesOfEdit(few);

    const one = (before.total - before.lists + after.total - after.lists) / 2;
    const row = (name: string, { total, lists }: Times, articles: number) => {
      const perArticle = (total - lists) / articles;
      return [name, (perArticle / one).toFixed(2), (lists / one).toFixed(2), total.toFixed(0)];
    };
    return [
      ['', 'per article, ratio', 'record and lists, ratio', 'ms in all'],
      row(`one changed of ${few}, before`, before, 1),
      row(`the same, after`, after, 1),
      row(`one changed of ${many}`, manyTimes, 1),
      row(`all ${many} rendered again`, all, many),
    ];
  } finally {
    s3.destroy();
    client.destroy();
    await tables.stop();
    await objects.stop();
    await rm(dir, { recursive: true });
  }
}

const slugOf = (index: number) => `article-${String(index).padStart(4, '0')}`;

/** A text about as long as our articles. */
function longArticle(index: number, words: string) {
  const paragraph =
    'A map is a *list* of delays, and every road has a [traveler](/blog) who pays for it. '.repeat(6);
  const day = new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10);
  return storedArticle(slugOf(index), {
    createdAt: day,
    ...coverOf(slugOf(index)),
    content: Array.from({ length: 6 }, (_, part) => [
      { type: 'header' as const, level: 2 as const, content: `Part ${part} of ${index}` },
      { type: 'paragraph' as const, content: `${words} ${paragraph}` },
      { type: 'paragraph' as const, content: paragraph },
    ]).flat(),
  });
}

/** The files that the command writes for a cover. */
function coverOf(slug: string) {
  const url = (width: number, type: string) => `/media/articles/${slug}/0123456789abcdef-${width}.${type}`;
  return {
    coverImageUrl: url(1200, 'webp'),
    socialImageUrl: `/media/articles/${slug}/social-0123456789abcdef.png`,
    cover: {
      alternative: 'A chart at night: roads with a mark for each day lead from town to town.',
      width: 1600,
      height: 720,
      pictures: (['avif', 'webp'] as const).flatMap((type) =>
        [480, 800, 1200, 1600].map((width) => ({
          url: url(width, type),
          type: `image/${type}` as const,
          width,
        })),
      ),
    },
  };
}
