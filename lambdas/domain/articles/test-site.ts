import { DeleteObjectsCommand, GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach } from 'vitest';
import { articleCollections } from '../../../contract/records/article-collections.ts';
import { testBuckets } from '../../platform/test-buckets.ts';
import { testTables } from '../../platform/test-tables.ts';
import { articleStore } from './article-store.ts';
import { blogStore } from './blog-store.ts';
import { type BlogDependencies, publishBlog } from './publish-blog.ts';
import { plainRenderers } from './test-blog.ts';

/** The site's bucket and the table of articles, empty before each test, and a run that can be killed at any of its writes. */
export function testSite() {
  const tables = testTables({
    name: 'Articles',
    keySchema: [{ AttributeName: 'slug', KeyType: 'HASH' }],
    attributeDefinitions: [
      { AttributeName: 'slug', AttributeType: 'S' },
      { AttributeName: 'status', AttributeType: 'S' },
      { AttributeName: 'createdAt', AttributeType: 'S' },
    ],
    globalSecondaryIndexes: [
      {
        IndexName: 'byStatus',
        KeySchema: [
          { AttributeName: 'status', KeyType: 'HASH' },
          { AttributeName: 'createdAt', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  });
  const s3 = testBuckets('site');

  /** Writes to the bucket, one after another. */
  let writes: string[] = [];
  /** The number of the run's last write, and whether that write still succeeds. */
  let kill: { write: number | string; when: 'before' | 'after' } | undefined;

  async function write<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
    writes.push(name);
    const number = writes.length;
    const isPast = (when: 'before' | 'after') =>
      kill !== undefined &&
      (number > Number(kill.write) || ([number, name].includes(kill.write) && kill.when === when));
    if (isPast('before')) throw new Error('killed');
    const result = await act();
    if (isPast('after')) throw new Error('killed');
    return result;
  }

  s3.middlewareStack.add(
    (next, { commandName }) =>
      (call) => {
        const { Key: key } = call.input as { Key?: string };
        return commandName === 'PutObjectCommand' || commandName === 'DeleteObjectCommand'
          ? write(`${commandName.replace('ObjectCommand', '')} ${key}`, () => next(call))
          : next(call);
      },
    { step: 'initialize' },
  );

  const dependencies: BlogDependencies = {
    collection: articleCollections.blog,
    articles: articleStore(tables, 'Articles'),
    blog: blogStore(s3, 'site', articleCollections.blog),
    renderer: plainRenderers.blog,
  };
  const publish = (slugs: string[], changes: Partial<BlogDependencies> = {}) =>
    publishBlog({ ...dependencies, ...changes }, slugs);
  const publishAll = (changes: Partial<BlogDependencies> = {}) => publish([], changes);

  const put = (article: Record<string, unknown>) =>
    tables.send(new PutCommand({ TableName: 'Articles', Item: article }));
  const remove = (slug: string) => tables.send(new DeleteCommand({ TableName: 'Articles', Key: { slug } }));

  async function keys(): Promise<string[]> {
    const { Contents: contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: 'site' }));
    return contents.map(({ Key: key = '' }) => key);
  }

  async function emptyBucket(): Promise<void> {
    const objects = (await keys()).map((key) => ({ Key: key }));
    if (objects.length === 0) return;
    await s3.send(new DeleteObjectsCommand({ Bucket: 'site', Delete: { Objects: objects } }));
  }

  async function read(key: string): Promise<string> {
    const { Body: body } = await s3.send(new GetObjectCommand({ Bucket: 'site', Key: key }));
    return (await body?.transformToString()) ?? '';
  }

  /** All but the record. */
  async function files(): Promise<Record<string, string>> {
    const entries = (await keys())
      .filter((key) => key !== 'blog/published.json')
      .map(async (key) => [key, await read(key)]);
    return Object.fromEntries(await Promise.all(entries));
  }

  /** Returns the files of one publication of the whole table into an empty bucket. */
  async function filesOfTable(): Promise<Record<string, string>> {
    await emptyBucket();
    await publishAll();
    return files();
  }

  beforeEach(async () => {
    kill = undefined;
    await emptyBucket();
    const { Items: items = [] } = await tables.send(new ScanCommand({ TableName: 'Articles' }));
    await Promise.all(items.map(({ slug }) => remove(slug)));
    writes = [];
  });

  return {
    publish,
    publishAll,
    dependencies,
    put,
    remove,
    keys,
    read,
    files,
    filesOfTable,
    s3,
    writes: () => writes,
    forgetWrites() {
      writes = [];
    },
    /** @param write its number or its name */
    killAt(write: number | string, when: 'before' | 'after' = 'before') {
      kill = { write, when };
    },
    killNoMore() {
      kill = undefined;
    },
  };
}
