import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { HeadObjectCommand, NotFound, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { type StoredArticle, storedArticle } from '../../../contract/records/article.ts';
import {
  type PreparedArticle,
  prepareArticle,
  publishArticle,
  storeDraft,
  unpublishArticle,
} from './change-article.ts';

const to = {
  dynamodb: DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' })),
  events: new EventBridgeClient({ region: 'us-east-1' }),
  s3: new S3Client({ region: 'us-east-1' }),
  articlesTable: 'Articles',
  eventBus: 'Bus',
  mediaBucket: 'media',
};
const dynamodb = mockClient(to.dynamodb);
const events = mockClient(to.events);
const s3 = mockClient(to.s3);

/** The calls to AWS, in order. */
let done: string[];
let record: StoredArticle | undefined;
/** The draft beside it. */
let draft: Record<string, unknown> | undefined;
let bucket: Set<string>;
/** The error of the next write of each kind. */
let failure: { record?: Error; event?: Error };

function failIfSo(kind: keyof typeof failure): void {
  const error = failure[kind];
  delete failure[kind];
  if (error) throw error;
}

beforeEach(() => {
  for (const mock of [dynamodb, events, s3]) mock.reset();
  done = [];
  record = undefined;
  draft = undefined;
  bucket = new Set();
  failure = {};
  dynamodb
    .on(GetCommand)
    .callsFake(({ Key: { slug } }) => ({ Item: slug.endsWith('#draft') ? draft : record }));
  dynamodb.on(TransactWriteCommand).callsFake(({ TransactItems: parts }) => {
    failIfSo('record');
    done.push('record');
    for (const { Put: put, Delete: remove } of parts) {
      // A table does not store undefined values.
      const item = put && JSON.parse(JSON.stringify(put.Item));
      const key: string = item?.slug ?? remove?.Key.slug ?? '';
      if (key.endsWith('#draft')) draft = item;
      else if (put) record = item.content ? storedArticle.parse(item) : item;
    }
    return {};
  });
  events.on(PutEventsCommand).callsFake(({ Entries: [entry] }) => {
    failIfSo('event');
    done.push(`event ${entry.EventBusName} ${entry.Source} ${entry.DetailType} ${entry.Detail}`);
    return { Entries: [{ EventId: '1' }] };
  });
  s3.on(HeadObjectCommand).callsFake(({ Key: key }) => {
    if (bucket.has(key)) return {};
    throw new NotFound({ message: '', $metadata: {} });
  });
  s3.on(PutObjectCommand).callsFake(({ Key: key }) => {
    done.push(key);
    bucket.add(key);
    return {};
  });
});

const event = 'event Bus lorewright ArticleChanged {"slug":"a-map"}';
const prepared = (headline = 'H'): PreparedArticle => ({
  text: `The file of ${headline}.`,
  article: {
    slug: 'a-map',
    headline,
    author: 'A',
    createdAt: '2025-05-14',
    description: 'D',
    content: [{ type: 'paragraph', content: 'Text.' }],
  },
  pictures: [
    { key: 'articles/a-map/1-480.avif', type: 'image/avif', draw: async () => Buffer.from('picture') },
  ],
});
const options = (headline?: string, now = '2025-06-01T10:00:00.000Z') => ({
  to,
  prepared: prepared(headline),
  now: () => new Date(now),
  onUploaded: () => {},
});
const publish = (headline?: string, now?: string) => publishArticle(options(headline, now));
/** The first part of a transaction. */
const written = (index: number) =>
  dynamodb.commandCalls(TransactWriteCommand)[index]?.args[0].input.TransactItems?.[0]?.Put;

describe('publishArticle', () => {
  it('uploads the pictures, then writes the record, then publishes the event', async () => {
    await publish();
    expect(done).toEqual(['articles/a-map/1-480.avif', 'record', event]);
    expect(record).toMatchObject({ status: 'published', updatedAt: '2025-06-01T10:00:00.000Z' });
    expect(s3.commandCalls(PutObjectCommand)[0]?.args[0].input).toMatchObject({
      Bucket: 'media',
      ContentType: 'image/avif',
      CacheControl: 'public, max-age=31536000, immutable',
    });
  });

  it('changes nothing when the address belongs to a newsletter', async () => {
    await publish();
    record = { ...(record as StoredArticle), status: 'letter' };
    done = [];
    const refusal = 'The address a-map belongs to a newsletter that was sent.';
    await expect(publish('New')).rejects.toThrow(refusal);
    await expect(storeDraft(options('New'))).rejects.toThrow(refusal);
    expect(done).toEqual([]);
  });

  it('publishes only the event when nothing has changed', async () => {
    await publish();
    done = [];
    const { before, after } = await publish('H', '2025-06-02T10:00:00.000Z');
    expect(done).toEqual([event]);
    expect(after).toBe(before.live);
  });

  it('recognizes an unchanged article without a cover', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'lorewright-article-'));
    const file = join(dir, 'a-map.md');
    const fields = 'slug: a-map\nheadline: H\nauthor: A\ncreatedAt: 2025-05-14\ndescription: D';
    await writeFile(file, `---\n${fields}\n---\n\nText.\n`);
    for (const day of ['01', '02'])
      await publishArticle({
        to,
        prepared: await prepareArticle(file),
        now: () => new Date(`2025-06-${day}`),
        onUploaded: () => {},
      });
    await rm(dir, { recursive: true });
    expect(done).toEqual(['record', event, event]);
  });

  it('publishes the event on the next run when it failed', async () => {
    failure.event = new Error('The cable was cut.');
    await expect(publish()).rejects.toThrow('The cable was cut.');
    await publish();
    expect(done).toEqual(['articles/a-map/1-480.avif', 'record', event]);
  });

  it('writes the record on the next run when that failed', async () => {
    failure.record = new Error('The cable was cut.');
    await expect(publish()).rejects.toThrow('The cable was cut.');
    expect(done).toEqual(['articles/a-map/1-480.avif']);
    await publish();
    expect(done).toEqual(['articles/a-map/1-480.avif', 'record', event]);
  });

  it('fails when someone else has changed the article', async () => {
    failure.record = new TransactionCanceledException({
      message: '',
      $metadata: {},
      CancellationReasons: [{ Code: 'ConditionalCheckFailed' }],
    });
    await expect(publish()).rejects.toThrow('Someone else has just changed a-map');
    expect(done).not.toContain(event);
    expect(written(0)?.ConditionExpression).toBe('attribute_not_exists(slug)');
    await publish();
    await publish('Another');
    expect(written(2)).toMatchObject({
      ConditionExpression: 'updatedAt = :before',
      ExpressionAttributeValues: { ':before': '2025-06-01T10:00:00.000Z' },
    });
  });

  it.each([
    ['no time', 'yesterday'],
    ['a number', 7],
    ['a time out of range', '+275760-09-13T00:00:00.000Z'],
  ])('repairs a record with %s as its last change', async (_what, updatedAt) => {
    await publish();
    record = { ...record, updatedAt } as StoredArticle;
    await publish();
    expect(record?.updatedAt).toBe('2025-06-01T10:00:00.000Z');
    expect(written(1)).toMatchObject({
      ConditionExpression: 'updatedAt = :before',
      ExpressionAttributeValues: { ':before': updatedAt },
    });
  });

  it('repairs a record without a last change', async () => {
    await publish();
    const { updatedAt: _updatedAt, ...rest } = record as StoredArticle;
    record = rest as StoredArticle;
    await publish();
    expect(record?.updatedAt).toBe('2025-06-01T10:00:00.000Z');
    expect(written(1)?.ConditionExpression).toBe(
      'attribute_exists(slug) AND attribute_not_exists(updatedAt)',
    );
  });

  it('stores a later time even if the clock is behind', async () => {
    await publish();
    await publish('Another', '2025-05-01T10:00:00.000Z');
    expect(record?.updatedAt).toBe('2025-06-01T10:00:00.001Z');
  });

  it('fails when the bus rejects the event', async () => {
    events.on(PutEventsCommand).resolves({
      Entries: [{ ErrorCode: 'Throttled', ErrorMessage: 'Rate exceeded' }],
    });
    await expect(publish()).rejects.toThrow(
      'The bus refused ArticleChanged: Throttled, Rate exceeded. The change of a-map is stored, but the site does not show it yet. Try again.',
    );
  });
});

describe('storeDraft', () => {
  it('stores the file beside the published version, without an event', async () => {
    await publish();
    done = [];
    const { before } = await storeDraft(options('New'));
    expect(done).toEqual(['record']);
    expect(record).toEqual(before.live);
    expect(draft).toMatchObject({ slug: 'a-map#draft', status: 'draft', text: 'The file of New.' });
    expect(draft).not.toHaveProperty('content');
  });

  it('writes nothing when the draft is unchanged', async () => {
    await storeDraft(options());
    done = [];
    await storeDraft(options(undefined, '2025-06-02T10:00:00.000Z'));
    expect(done).toEqual([]);
  });

  it('is replaced when the article is published, even if the published version is unchanged', async () => {
    await publish();
    await storeDraft(options('New'));
    await publish();
    expect([record?.headline, draft]).toEqual(['H', undefined]);
  });
});

it('takes an article offline, and keeps its text as a draft', async () => {
  await publish();
  done = [];
  await unpublishArticle(to, 'a-map', new Date('2025-06-02T10:00:00.000Z'));
  expect(done).toEqual(['record', event]);
  expect(record).toMatchObject({ status: 'draft', headline: 'H', updatedAt: '2025-06-02T10:00:00.000Z' });
});

it('publishes the event again when an article is taken offline again', async () => {
  await publish();
  await unpublishArticle(to, 'a-map', new Date());
  done = [];
  await unpublishArticle(to, 'a-map', new Date());
  expect(done).toEqual([event]);
});

it('takes no article offline that does not exist', async () => {
  await expect(unpublishArticle(to, 'a-map', new Date())).rejects.toThrow('There is no article a-map.');
  expect(done).toEqual([]);
});
