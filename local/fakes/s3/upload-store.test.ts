import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Blob } from './blob-files.ts';
import { ObjectStore } from './object-store.ts';
import type { Upload } from './upload-store.ts';

const bucket = 'lorewright-builds';
let dir: string;
let store: ObjectStore;
let upload: Upload;
let part: Blob;

const writeBlob = (text: string) => store.blobs.write(Readable.from([Buffer.from(text)]));
const complete = () => store.completeUpload(upload, { chooseParts: () => [part], mayReplace: () => true });
const blobNames = () => readdir(path.join(dir, 'blobs'));

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 's3-uploads-'));
  store = await ObjectStore.open(dir, [bucket], []);
  upload = await store.uploads.create(bucket, 'k', {}, undefined);
  part = await writeBlob('text');
  await store.uploads.putPart(upload, 1, part);
});
afterEach(async () => {
  await rm(dir, { recursive: true });
});

describe('two requests for the same upload at the same time', () => {
  it('keep the bytes of the object when both complete the upload', async () => {
    const [first, second] = await Promise.all([complete(), complete()]);
    expect(second).toBe(first);
    expect(await blobNames()).toEqual([part.name]);
  });

  it('keep the bytes of the object when the other one aborts the upload', async () => {
    const [, aborted] = await Promise.allSettled([complete(), store.uploads.abort(upload)]);
    expect(aborted).toMatchObject({ status: 'rejected', reason: { code: 'NoSuchUpload' } });
    expect(await blobNames()).toEqual([part.name]);
  });

  it('store no object when the other one has aborted the upload', async () => {
    const [, completed] = await Promise.allSettled([store.uploads.abort(upload), complete()]);
    expect(completed).toMatchObject({ status: 'rejected', reason: { code: 'NoSuchUpload' } });
    expect(store.objectsOf(bucket).has('k')).toBe(false);
    expect(await blobNames()).toEqual([]);
  });

  it('keep no part that arrives after the other one has completed the upload', async () => {
    const late = await writeBlob('late');
    const [, stored] = await Promise.allSettled([complete(), store.uploads.putPart(upload, 2, late)]);
    expect(stored).toMatchObject({ status: 'rejected', reason: { code: 'NoSuchUpload' } });
    expect(await blobNames()).toEqual([part.name]);
    expect(await readdir(path.join(dir, 'uploads'))).toEqual([]);
  });
});
