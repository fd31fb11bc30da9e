import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ObjectCreated, startS3 } from './start-s3.ts';

const Bucket = 'lorewright-builds';
const versionedBucket = 'lorewright-versions';
const MEBIBYTE = 1024 * 1024;
let dir: string;
let created: ObjectCreated[];
let onObjectCreated: (object: ObjectCreated) => Promise<void>;
let s3: Awaited<ReturnType<typeof startS3>>;
let client: S3Client;

/** Like the product, does not set `forcePathStyle`. With an IP address as endpoint, the SDK chooses it. */
function connect(endpoint: string): S3Client {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return new S3Client({ region: 'eu-central-1', endpoint, credentials });
}

async function start() {
  const buckets = [Bucket, versionedBucket];
  s3 = await startS3({
    dir,
    buckets,
    versionedBuckets: [{ name: versionedBucket, forgets: ['pages/'] }],
    onObjectCreated: (object) => onObjectCreated(object),
  });
  client = connect(s3.endpoint);
}

async function restart() {
  client.destroy();
  await s3.stop();
  await start();
}

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 's3-'));
  created = [];
  onObjectCreated = async (object) => {
    created.push(object);
  };
  await start();
});

afterEach(async () => {
  client.destroy();
  await s3.stop();
  await rm(dir, { recursive: true });
});

const put = (Key: string, Body: string | Buffer = Key) =>
  client.send(new PutObjectCommand({ Bucket, Key, Body }));
const get = (Key: string) => client.send(new GetObjectCommand({ Bucket, Key }));
const readText = async (Key: string) => (await get(Key)).Body?.transformToString();
const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex');
/** The fake does not verify the signature. */
const authorization = 'AWS4-HMAC-SHA256 Credential=local/s3, Signature=0';
const request = (key: string, headers: Record<string, string> = {}) =>
  fetch(`${s3.endpoint}/${Bucket}/${key}`, { headers: { authorization, ...headers } });
const list = async (
  input: { Prefix?: string; Delimiter?: string; MaxKeys?: number; ContinuationToken?: string } = {},
) => client.send(new ListObjectsV2Command({ Bucket, ...input }));

describe('objects', () => {
  it('are returned with their bytes, headers and metadata', async () => {
    const Body = Buffer.from(Array.from({ length: 256 * 300 }, (_, index) => index % 256));
    const { ETag } = await client.send(
      new PutObjectCommand({
        Bucket,
        Key: 'a/b.bin',
        Body,
        ContentType: 'application/x-thing',
        CacheControl: 'max-age=60',
        ContentDisposition: 'attachment; filename="b.bin"',
        Metadata: { version: '1.2.3' },
      }),
    );
    expect(ETag).toBe(`"${md5(Body)}"`);
    const object = await get('a/b.bin');
    expect(Buffer.from((await object.Body?.transformToByteArray()) ?? [])).toEqual(Body);
    const expected = {
      ContentType: 'application/x-thing',
      CacheControl: 'max-age=60',
      ContentDisposition: 'attachment; filename="b.bin"',
      Metadata: { version: '1.2.3' },
      ContentLength: Body.length,
      ETag,
    };
    expect(object).toMatchObject(expected);
    expect(await client.send(new HeadObjectCommand({ Bucket, Key: 'a/b.bin' }))).toMatchObject(expected);
  });

  it('are refused from a stream of unknown length, which needs aws-chunked', async () => {
    const Body = Readable.from([Buffer.from('a')]);
    const sending = client.send(new PutObjectCommand({ Bucket, Key: 's', Body, ContentLength: 1 }));
    await expect(sending).rejects.toMatchObject({ name: 'NotImplemented' });
  });

  it('may have any key', async () => {
    const keys = ['ä ö/+&%?#.txt', '../../up', 'x'.repeat(1024), 'a.json', 'line"<>\'', '🐉'];
    for (const key of keys) await put(key);
    for (const key of keys) expect(await readText(key)).toBe(key);
    expect((await list()).Contents?.map(({ Key }) => Key).sort()).toEqual([...keys].sort());
  });

  it('are overwritten while they are read, and leave no blob behind', async () => {
    const old = Buffer.alloc(3 * MEBIBYTE, 'a');
    await put('k', old);
    const reading = await get('k');
    await put('k', 'new');
    expect((await reading.Body?.transformToByteArray())?.length).toBe(old.length);
    expect(await readText('k')).toBe('new');
    expect(await readdir(path.join(dir, 'blobs'))).toHaveLength(1);
  });

  it('are refused when the checksum does not match', async () => {
    const sending = client.send(
      new PutObjectCommand({ Bucket, Key: 'k', Body: 'text', ChecksumCRC32: 'AAAAAA==' }),
    );
    await expect(sending).rejects.toMatchObject({ name: 'BadDigest' });
    await expect(get('k')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it('are returned with a checksum that the SDK verifies', async () => {
    await put('k', '123456789');
    const object = await client.send(new GetObjectCommand({ Bucket, Key: 'k', ChecksumMode: 'ENABLED' }));
    expect(object.ChecksumCRC32).toBe('y/Q5Jg==');
  });

  it('are not created when the client aborts the upload', async () => {
    const request = http.request(`${s3.endpoint}/${Bucket}/half`, {
      method: 'PUT',
      headers: { 'content-length': 1000, authorization },
    });
    const failed = once(request, 'error').catch(() => {});
    request.write('half of it');
    await vi.waitFor(async () => expect(await readdir(path.join(dir, 'blobs'))).toHaveLength(1));
    request.destroy();
    await failed;
    await vi.waitFor(async () => expect(await readdir(path.join(dir, 'blobs'))).toEqual([]));
    await expect(get('half')).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect(created).toEqual([]);
  });

  it('are created once with If-None-Match', async () => {
    const once = () => client.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'x', IfNoneMatch: '*' }));
    const results = await Promise.allSettled([once(), once(), once()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(once()).rejects.toMatchObject({ name: 'PreconditionFailed' });
    expect(await readdir(path.join(dir, 'blobs'))).toHaveLength(1);
  });

  it('are deleted one by one or in a batch, even repeatedly', async () => {
    for (const key of ['a', 'b&c', 'd']) await put(key);
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'a' }));
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'a' }));
    const Delete = { Objects: [{ Key: 'b&c' }, { Key: 'never' }] };
    const { Deleted } = await client.send(new DeleteObjectsCommand({ Bucket, Delete }));
    expect(Deleted).toEqual([{ Key: 'b&c' }, { Key: 'never' }]);
    expect((await list()).Contents?.map(({ Key }) => Key)).toEqual(['d']);
  });

  it('are listed by prefix and delimiter, in pages', async () => {
    for (const key of ['a/1', 'a/2', 'b', 'a.txt', 'c/1', 'c/2']) await put(key);
    const folders = await list({ Delimiter: '/' });
    expect(folders.CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(['a/', 'c/']);
    expect(folders.Contents?.map(({ Key }) => Key)).toEqual(['a.txt', 'b']);
    expect(folders.KeyCount).toBe(4);
    expect((await list({ Prefix: 'a/' })).Contents?.map(({ Key, Size }) => [Key, Size])).toEqual([
      ['a/1', 3],
      ['a/2', 3],
    ]);
    const names: (string | undefined)[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await list({ Delimiter: '/', MaxKeys: 1, ContinuationToken });
      names.push(...(page.Contents ?? []).map(({ Key }) => Key));
      names.push(...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix));
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
    expect(names).toEqual(['a.txt', 'a/', 'b', 'c/']);
  });

  it('cause the errors of S3 when something is missing', async () => {
    await expect(get('never')).rejects.toMatchObject({
      name: 'NoSuchKey',
      $metadata: { httpStatusCode: 404 },
    });
    const Key = 'never';
    await expect(client.send(new HeadObjectCommand({ Bucket, Key }))).rejects.toMatchObject({
      name: 'NotFound',
    });
    const elsewhere = { Bucket: 'not-a-bucket', Key };
    await expect(client.send(new GetObjectCommand(elsewhere))).rejects.toMatchObject({
      name: 'NoSuchBucket',
    });
    await expect(client.send(new PutObjectCommand({ ...elsewhere, Body: 'x' }))).rejects.toMatchObject({
      name: 'NoSuchBucket',
    });
  });
});

describe('ranges and conditions', () => {
  beforeEach(() => put('k', '0123456789'));

  it.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=8-100', '89', 'bytes 8-9/10'],
  ])('answers %s with 206', async (Range, text, ContentRange) => {
    const object = await client.send(new GetObjectCommand({ Bucket, Key: 'k', Range }));
    expect(object).toMatchObject({
      ContentRange,
      ContentLength: text.length,
      $metadata: { httpStatusCode: 206 },
    });
    expect(await object.Body?.transformToString()).toBe(text);
  });

  it('answers a range outside the object with 416', async () => {
    const asking = client.send(new GetObjectCommand({ Bucket, Key: 'k', Range: 'bytes=10-' }));
    await expect(asking).rejects.toMatchObject({ name: 'InvalidRange', $metadata: { httpStatusCode: 416 } });
  });

  it('answers an outdated If-Range with the whole object', async () => {
    const answer = await request('k', { range: 'bytes=2-4', 'if-range': '"older"' });
    expect([answer.status, await answer.text()]).toEqual([200, '0123456789']);
  });

  it('answers 304 for the same ETag, and 412 for another', async () => {
    const etag = (await request('k')).headers.get('etag') ?? '';
    expect((await request('k', { 'if-none-match': etag })).status).toBe(304);
    expect((await request('k', { 'if-match': '"other"' })).status).toBe(412);
  });
});

it('sets the headers of the answer that the query names', async () => {
  const override = {
    ResponseContentDisposition: 'attachment; filename="Lorewright Setup.exe"',
    ResponseContentType: 'application/x-msdownload',
  };
  await put('setup.exe', 'MZ');
  expect(await client.send(new GetObjectCommand({ Bucket, Key: 'setup.exe', ...override }))).toMatchObject({
    ContentDisposition: override.ResponseContentDisposition,
    ContentType: override.ResponseContentType,
  });
});

it.each(['GET', 'PUT'])('refuses a %s that is not signed', async (method) => {
  await put('k');
  const answer = await fetch(`${s3.endpoint}/${Bucket}/k`, { method });
  expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('AccessDenied')]);
});

it.each([
  ['a copy', () => new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: `${Bucket}/k` })],
  ['a deleted version', () => new DeleteObjectCommand({ Bucket: versionedBucket, Key: 'k', VersionId: '1' })],
  [
    'deleted versions',
    () => {
      const Delete = { Objects: [{ Key: 'j' }, { Key: 'k', VersionId: '1' }] };
      return new DeleteObjectsCommand({ Bucket: versionedBucket, Delete });
    },
  ],
  ['If-Unmodified-Since', () => new GetObjectCommand({ Bucket, Key: 'k', IfUnmodifiedSince: new Date(0) })],
  ['If-Modified-Since', () => new GetObjectCommand({ Bucket, Key: 'k', IfModifiedSince: new Date(0) })],
  ['a list after a key', () => new ListObjectsV2Command({ Bucket, StartAfter: 'a' })],
])('refuses %s, which it does not imitate', async (_, command) => {
  await put('k');
  await expect(client.send(command() as PutObjectCommand)).rejects.toMatchObject({ name: 'NotImplemented' });
});

describe('multipart uploads', () => {
  it('store and return a large file', async () => {
    const pieces = Array.from({ length: 13 }, (_, index) => Buffer.alloc(MEBIBYTE, index));
    const upload = new Upload({
      client,
      params: { Bucket, Key: 'big.zip', Body: Buffer.concat(pieces), ContentType: 'application/zip' },
    });
    const { ETag } = await upload.done();
    const whole = Buffer.concat(pieces);
    expect(ETag).toMatch(/^"[0-9a-f]{32}-3"$/);
    expect(created).toEqual([
      {
        bucket: Bucket,
        key: 'big.zip',
        size: whole.length,
        etag: ETag?.replaceAll('"', ''),
        sequencer: expect.stringMatching(/^[0-9A-F]{16}$/),
      },
    ]);
    const object = await get('big.zip');
    expect(object.ContentType).toBe('application/zip');
    expect(md5(Buffer.from((await object.Body?.transformToByteArray()) ?? []))).toBe(md5(whole));
    // Parts are 5 MiB, so this range crosses the first boundary.
    const start = 5 * MEBIBYTE - 3;
    const Range = `bytes=${start}-${start + 5}`;
    const part = await client.send(new GetObjectCommand({ Bucket, Key: 'big.zip', Range }));
    expect(Buffer.from((await part.Body?.transformToByteArray()) ?? [])).toEqual(
      whole.subarray(start, start + 6),
    );
  });

  it('continue after a restart, and repeat the answer of a completion', async () => {
    const target = { Bucket, Key: 'k' };
    const { UploadId } = await client.send(
      new CreateMultipartUploadCommand({ ...target, ContentType: 'text/plain', ChecksumAlgorithm: 'CRC32' }),
    );
    const { ETag, ChecksumCRC32 } = await client.send(
      new UploadPartCommand({ ...target, UploadId, PartNumber: 1, Body: 'text' }),
    );
    await restart();
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag, ChecksumCRC32 }] };
    const complete = () =>
      client.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload }));
    expect((await complete()).ETag).toBe((await complete()).ETag);
    expect(await get('k')).toMatchObject({ ContentType: 'text/plain', ContentLength: 4 });
  });

  it('verify and require the declared checksum', async () => {
    const target = { Bucket, Key: 'k' };
    const algorithm = { ...target, ChecksumAlgorithm: 'CRC32' as const };
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(algorithm));
    const part = { ...target, UploadId, PartNumber: 1, Body: 'text' };
    await expect(
      client.send(new UploadPartCommand({ ...part, ChecksumAlgorithm: 'SHA256' })),
    ).rejects.toMatchObject({ name: 'InvalidRequest' });
    const { ETag, ChecksumCRC32 } = await client.send(new UploadPartCommand(part));
    const complete = (checksum: object) =>
      client.send(
        new CompleteMultipartUploadCommand({
          ...target,
          UploadId,
          MultipartUpload: { Parts: [{ PartNumber: 1, ETag, ...checksum }] },
        }),
      );
    await expect(complete({})).rejects.toMatchObject({ name: 'InvalidRequest' });
    await expect(complete({ ChecksumCRC32: 'AAAAAA==' })).rejects.toMatchObject({ name: 'InvalidPart' });
    await complete({ ChecksumCRC32 });
    expect(await readText('k')).toBe('text');
  });

  it('refuse unknown parts, and leave no blob when aborted', async () => {
    const target = { Bucket, Key: 'k' };
    const { UploadId } = await client.send(
      new CreateMultipartUploadCommand({ ...target, ChecksumAlgorithm: 'CRC32' }),
    );
    await client.send(new UploadPartCommand({ ...target, UploadId, PartNumber: 1, Body: 'text' }));
    const MultipartUpload = { Parts: [{ PartNumber: 2, ETag: '"x"' }] };
    const completing = client.send(
      new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload }),
    );
    await expect(completing).rejects.toMatchObject({ name: 'InvalidPart' });
    await client.send(new AbortMultipartUploadCommand({ ...target, UploadId }));
    expect(await readdir(path.join(dir, 'blobs'))).toEqual([]);
    expect(created).toEqual([]);
  });
});

describe('bucket with versions', () => {
  const object = { Bucket: versionedBucket, Key: 'releases/setup.exe' };
  const write = (Body: string) => client.send(new PutObjectCommand({ ...object, Body }));
  const read = async (VersionId?: string) => {
    const { Body, VersionId: answered } = await client.send(new GetObjectCommand({ ...object, VersionId }));
    return [await Body?.transformToString(), answered];
  };
  const writeTwice = async () => [(await write('old')).VersionId, (await write('newer')).VersionId];

  it('keeps previous versions, even after a restart', async () => {
    const [old, newer] = await writeTwice();
    expect(newer).not.toBe(old);
    for (const moment of ['before', 'after']) {
      if (moment === 'after') await restart();
      expect(await read()).toEqual(['newer', newer]);
      expect(await read(old)).toEqual(['old', old]);
      expect(await client.send(new HeadObjectCommand({ ...object, VersionId: old }))).toMatchObject({
        ContentLength: 3,
        VersionId: old,
      });
      const { Contents } = await client.send(new ListObjectsV2Command({ Bucket: versionedBucket }));
      expect(Contents?.map(({ Size }) => Size)).toEqual([5]);
    }
  });

  it('deletes with a delete marker, and keeps previous versions', async () => {
    const [old] = await writeTwice();
    await client.send(new DeleteObjectCommand(object));
    await restart();
    await expect(read()).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect((await client.send(new ListObjectsV2Command({ Bucket: versionedBucket }))).KeyCount).toBe(0);
    expect(await read(old)).toEqual(['old', old]);
    await client.send(new PutObjectCommand({ ...object, Body: 'again', IfNoneMatch: '*' }));
    expect((await read())[0]).toBe('again');
  });

  it('removes previous versions under an expiring prefix at the next start', async () => {
    const page = { Bucket: versionedBucket, Key: 'pages/index.html' };
    const { VersionId } = await client.send(new PutObjectCommand({ ...page, Body: 'old' }));
    await client.send(new PutObjectCommand({ ...page, Body: 'newer' }));
    await writeTwice();
    await client.send(new HeadObjectCommand({ ...page, VersionId }));
    await restart();
    await expect(client.send(new GetObjectCommand({ ...page, VersionId }))).rejects.toMatchObject({
      name: 'NoSuchVersion',
    });
    const { Body } = await client.send(new GetObjectCommand(page));
    expect(await Body?.transformToString()).toBe('newer');
    expect(await readdir(path.join(dir, 'blobs'))).toHaveLength(3);
  });

  it('removes a delete marker without previous versions at the next start', async () => {
    const page = { Bucket: versionedBucket, Key: 'pages/gone.html' };
    await client.send(new PutObjectCommand({ ...page, Body: 'old' }));
    await client.send(new DeleteObjectCommand(page));
    await writeTwice();
    await client.send(new DeleteObjectCommand(object));
    await restart();
    // The two versions and the delete marker of the other object are kept.
    expect(await readdir(path.join(dir, 'buckets', versionedBucket))).toHaveLength(3);
  });

  it('returns the latest version even when the clock was set back', async () => {
    await write('old');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3600_000 });
    try {
      await restart();
      await write('newer');
      await restart();
      expect((await read())[0]).toBe('newer');
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('onObjectCreated', () => {
  it('receives a different, increasing sequencer for each write of the same bytes', async () => {
    for (let writes = 0; writes < 3; writes++) await put('k', 'text');
    const sequencers = created.map(({ sequencer }) => sequencer);
    expect(new Set(sequencers).size).toBe(3);
    expect([...sequencers].sort()).toEqual(sequencers);
  });

  it('finishes before the response to the upload', async () => {
    const steps: string[] = [];
    const gate = Promise.withResolvers<void>();
    onObjectCreated = async ({ key, size, etag }) => {
      steps.push(`announced ${key} ${size} ${etag}`);
      await gate.promise;
      steps.push('handled');
    };
    const uploading = put('k', 'text').then(() => steps.push('answered'));
    await vi.waitFor(() => expect(steps).toHaveLength(1));
    expect(await readText('k')).toBe('text'); // A handler can already read it.
    gate.resolve();
    await uploading;
    expect(steps).toEqual([`announced k 4 ${md5(Buffer.from('text'))}`, 'handled', 'answered']);
  });

  it('is called again when the SDK retries after an error', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    let failures = 1;
    onObjectCreated = async (object) => {
      if (failures-- > 0) throw new Error('the bus is down');
      created.push(object);
    };
    await put('k');
    expect(created.map(({ key }) => key)).toEqual(['k']);
    expect(logged).toHaveBeenCalledOnce();
    logged.mockReset();
  });
});

describe('durability', () => {
  it('keeps objects after kill -9, and announces the unannounced one', async () => {
    await s3.stop();
    const program = `
      const { startS3 } = await import(${JSON.stringify(new URL('start-s3.ts', import.meta.url).href)});
      const { endpoint } = await startS3({ dir: ${JSON.stringify(dir)}, buckets: ['${Bucket}', '${versionedBucket}'],
        versionedBuckets: [{ name: '${versionedBucket}', forgets: [] }],
        onObjectCreated: async ({ key }) => { if (key === 'late') { console.log('late'); await new Promise(() => {}); } } });
      console.log(endpoint);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    const [endpoint] = await once(child.stdout, 'data');
    client = connect(String(endpoint).trim());
    await client.send(new PutObjectCommand({ Bucket, Key: 'early', Body: 'e', CacheControl: 'max-age=1' }));
    const version = { Bucket: versionedBucket, Key: 'k' };
    const { VersionId } = await client.send(new PutObjectCommand({ ...version, Body: 'old' }));
    await client.send(new PutObjectCommand({ ...version, Body: 'newer' }));
    const hanging = put('late', 'text').catch((error: Error) => error);
    await once(child.stdout, 'data');
    client.destroy();
    child.kill('SIGKILL');
    await exited;
    await hanging;

    await start();
    await vi.waitFor(() => expect(created).toHaveLength(1));
    expect(created[0]).toMatchObject({
      bucket: Bucket,
      key: 'late',
      size: 4,
      etag: md5(Buffer.from('text')),
    });
    expect(await readText('late')).toBe('text');
    expect(await get('early')).toMatchObject({ CacheControl: 'max-age=1' });
    const { Body: kept } = await client.send(new GetObjectCommand({ ...version, VersionId }));
    expect(await kept?.transformToString()).toBe('old');
    await restart();
    expect(created).toHaveLength(1);
  });
});

it('listens on this machine only', async () => {
  // 127.0.0.2 is also this machine, but only a server that is bound to every address responds there.
  await expect(fetch(s3.endpoint.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow('fetch failed');
});
