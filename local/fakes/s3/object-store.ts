import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { S3Error } from './s3-error.ts';

/** Bytes on disk. A blob never changes once written, so readers and copies need no lock. */
export interface Blob {
  name: string;
  size: number;
  md5: string;
  crc32: string;
}

export interface StoredObject {
  key: string;
  blobs: Blob[];
  size: number;
  /** Quoted, as it stands in the header. */
  etag: string;
  lastModified: string;
  /** Hexadecimal; of two writes of one key, the later has the higher one. */
  sequencer: string;
  /** Content type, cache control and the like, and `x-amz-meta-*`. */
  headers: Record<string, string>;
  /** Missing where the bucket kept no versions when it was written: S3 calls that version `null`. */
  versionId?: string;
  /** It stands for a deletion: earlier versions are kept below it, but there is no object. */
  isDeleteMarker?: true;
}

export interface VersionedBucket {
  name: string;
  /** The beginnings of the keys whose earlier versions the bucket keeps for a while only. Here that is until the next start. */
  forgets: string[];
}

interface Bucket {
  keepsVersions: boolean;
  /** What has not been deleted. */
  objects: Map<string, StoredObject>;
  /** By key, oldest first. */
  versions: Map<string, StoredObject[]>;
}

export interface Upload {
  id: string;
  bucket: string;
  key: string;
  headers: Record<string, string>;
  parts: Record<string, Blob>;
  /** What the parts are checked by: `CRC32` and the like; undefined if none was declared. */
  checksumAlgorithm: string | undefined;
  /** ISO 8601, UTC. */
  initiatedAt: string;
}

export type NewObject = Pick<StoredObject, 'key' | 'blobs' | 'etag' | 'headers'>;

export interface CreatedObject {
  object: StoredObject;
  /** To be forgotten once the creation has been announced. */
  eventId: string;
}

export interface OpenBytes {
  chunks: AsyncIterable<Buffer>;
  close(): Promise<void>;
}

interface PendingEvent {
  bucket: string;
  key: string;
  blobNames: string[];
}

/**
 * Objects as files. A write is: the bytes into a blob of their own, then one JSON file that names the blob, put in place
 * by a rename. So a killed process leaves either the old object or the new one, and what it left half done is
 * removed at the next start. In a bucket that keeps versions, each has a JSON file of its own, and the one written last is current.
 *
 *     blobs/<uuid>                                   bytes
 *     buckets/<bucket>/<hash of key>.json            an object: key, headers, size, ETag, its blobs
 *     buckets/<bucket>/<hash of key>.<version>.json  the same, in a bucket that keeps versions
 *     uploads/<id>.json                              a multipart upload that is not complete
 *     events/<uuid>.json                             an object whose creation has not been announced
 */
export class ObjectStore {
  readonly #dir: string;
  readonly #buckets = new Map<string, Bucket>();
  readonly #uploads = new Map<string, Upload>();
  readonly #completedUploads = new Map<string, { upload: Upload; created: CreatedObject }>();
  #lastChange: Promise<unknown> = Promise.resolve();
  #lastSequencer = 0;

  private constructor(dir: string) {
    this.#dir = dir;
  }

  static async open(
    dir: string,
    buckets: string[],
    versionedBuckets: readonly VersionedBucket[],
  ): Promise<ObjectStore> {
    const store = new ObjectStore(dir);
    await store.#load(buckets, versionedBuckets);
    return store;
  }

  /** @throws S3Error NoSuchBucket */
  objectsOf(bucket: string): ReadonlyMap<string, StoredObject> {
    return this.#bucket(bucket).objects;
  }

  /**
   * The current version, or the one that is named.
   * @throws S3Error NoSuchBucket, NoSuchKey, NoSuchVersion; MethodNotAllowed for the version that is a deletion
   */
  find(bucket: string, key: string, versionId: string | null): StoredObject {
    const versions = this.#bucket(bucket).versions.get(key) ?? [];
    const object = versionId === null ? versions.at(-1) : versions.find((each) => isVersion(each, versionId));
    if (object && !object.isDeleteMarker) return object;
    const headers = object ? { 'x-amz-delete-marker': 'true', ...this.versionHeader(bucket, object) } : {};
    if (versionId === null) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.', headers);
    throw object
      ? new S3Error(
          405,
          'MethodNotAllowed',
          'The specified method is not allowed against this resource.',
          headers,
        )
      : new S3Error(404, 'NoSuchVersion', 'The specified version does not exist.');
  }

  /** None where the bucket keeps no versions. */
  versionHeader(bucket: string, { versionId = 'null' }: StoredObject): { 'x-amz-version-id'?: string } {
    return this.#bucket(bucket).keepsVersions ? { 'x-amz-version-id': versionId } : {};
  }

  /** Multipart uploads that are not complete, oldest first. */
  uploadsOf(bucket: string): Upload[] {
    this.#bucket(bucket);
    return [...this.#uploads.values()].filter((upload) => upload.bucket === bucket);
  }

  /** @throws S3Error NoSuchUpload */
  findUpload(id: string, bucket: string, key: string): Upload {
    const upload = this.#uploads.get(id);
    if (upload?.bucket === bucket && upload.key === key) return upload;
    throw new S3Error(404, 'NoSuchUpload', 'The specified multipart upload does not exist.');
  }

  async writeBlob(source: AsyncIterable<Buffer>): Promise<Blob> {
    const name = randomUUID();
    const md5 = createHash('md5');
    let size = 0;
    let checksum = 0;
    const file = await open(this.#blobPath(name), 'wx');
    try {
      await pipeline(
        source,
        async function* measure(chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            size += chunk.length;
            md5.update(chunk);
            checksum = crc32(chunk, checksum);
            yield chunk;
          }
        },
        file.createWriteStream(),
      );
    } catch (error) {
      await this.removeBlobs([{ name }]);
      throw error;
    }
    return { name, size, md5: md5.digest('hex'), crc32: toBase64(checksum) };
  }

  async removeBlobs(blobs: Pick<Blob, 'name'>[]): Promise<void> {
    await Promise.all(blobs.map(({ name }) => rm(this.#blobPath(name), { force: true })));
  }

  /** The bytes from `start` up to and including `end`. Once open they stay readable, even when the object is overwritten. */
  async openBytes(object: StoredObject, start = 0, end = object.size - 1): Promise<OpenBytes> {
    const files: FileHandle[] = [];
    const close = async () => {
      await Promise.all(files.map((file) => file.close()));
    };
    try {
      for (const blob of object.blobs) files.push(await open(this.#blobPath(blob.name)));
    } catch (error) {
      await close();
      throw error;
    }
    return { chunks: readRange(object.blobs, files, start, end), close };
  }

  /**
   * Makes the object visible, and remembers that its creation is still to be announced.
   * @param mayReplace whether it may take the place of what is there; asked at the moment of the change
   * @throws S3Error NoSuchBucket, and PreconditionFailed when it may not
   */
  async put(
    bucket: string,
    object: NewObject,
    mayReplace: (existing: StoredObject | undefined) => boolean = () => true,
  ): Promise<CreatedObject> {
    return this.#change(async () => {
      if (!mayReplace(this.#bucket(bucket).objects.get(object.key))) {
        throw new S3Error(
          412,
          'PreconditionFailed',
          'At least one of the pre-conditions you specified did not hold',
        );
      }
      return this.#replace(bucket, object);
    });
  }

  /** The parts become the object as they are: nothing is copied. */
  async completeUpload(upload: Upload, parts: Blob[], etag: string): Promise<CreatedObject> {
    return this.#change(async () => {
      const { bucket, key, headers } = upload;
      const created = await this.#replace(bucket, { key, headers, etag, blobs: parts });
      this.#completedUploads.set(upload.id, { upload, created });
      await this.#removeUpload(upload, parts);
      return created;
    });
  }

  /** S3 answers a repeated completion as it answered the first. */
  findCompletedUpload(id: string, bucket: string, key: string): CreatedObject | undefined {
    const completed = this.#completedUploads.get(id);
    return completed?.upload.bucket === bucket && completed.upload.key === key
      ? completed.created
      : undefined;
  }

  async forgetEvent(eventId: string): Promise<void> {
    await rm(this.#eventPath(eventId), { force: true });
  }

  /** Objects whose creation an earlier process did not live to announce. */
  async pendingEvents(): Promise<(CreatedObject & { bucket: string })[]> {
    const pending: (CreatedObject & { bucket: string })[] = [];
    for (const file of await listJson(path.join(this.#dir, 'events'))) {
      const event = await readJson<PendingEvent>(file);
      const eventId = path.basename(file, '.json');
      const object = this.#buckets
        .get(event.bucket)
        ?.versions.get(event.key)
        ?.find(({ blobs }) => blobs.map(({ name }) => name).join() === event.blobNames.join());
      // Not there: the process died before the object became visible, or it was overwritten or deleted since.
      if (object) {
        pending.push({ eventId, bucket: event.bucket, object });
      } else {
        await this.forgetEvent(eventId);
      }
    }
    return pending;
  }

  /**
   * Deletes the object, or the version that is named; where versions are kept, an object is deleted by a marker above them.
   * @returns the marker that was written, or the version that was removed; undefined if there was none
   */
  async remove(bucket: string, key: string, versionId: string | null): Promise<StoredObject | undefined> {
    return this.#change(async () => {
      const { keepsVersions, versions } = this.#bucket(bucket);
      const existing = versions.get(key) ?? [];
      if (versionId === null && keepsVersions) {
        const marker = this.#nextVersion(bucket, { key, blobs: [], etag: '', headers: {} });
        return this.#add(bucket, { ...marker, isDeleteMarker: true });
      }
      const removed =
        versionId === null ? existing : existing.filter((version) => isVersion(version, versionId));
      await this.#removeVersions(bucket, removed);
      return removed.at(-1);
    });
  }

  async createUpload(
    bucket: string,
    key: string,
    headers: Record<string, string>,
    checksumAlgorithm: string | undefined,
  ): Promise<Upload> {
    this.#bucket(bucket);
    const upload: Upload = {
      id: randomUUID().replaceAll('-', ''),
      bucket,
      key,
      headers,
      parts: {},
      checksumAlgorithm,
      initiatedAt: new Date().toISOString(),
    };
    await writeJson(this.#uploadPath(upload.id), upload);
    this.#uploads.set(upload.id, upload);
    return upload;
  }

  async putPart(upload: Upload, partNumber: number, blob: Blob): Promise<void> {
    await this.#change(async () => {
      const previous = upload.parts[partNumber];
      upload.parts[partNumber] = blob;
      await writeJson(this.#uploadPath(upload.id), upload);
      if (previous) await this.removeBlobs([previous]);
    });
  }

  async abortUpload(upload: Upload): Promise<void> {
    await this.#change(() => this.#removeUpload(upload, []));
  }

  async #removeUpload(upload: Upload, keptParts: Blob[]): Promise<void> {
    await rm(this.#uploadPath(upload.id), { force: true });
    this.#uploads.delete(upload.id);
    await this.removeBlobs(Object.values(upload.parts).filter((part) => !keptParts.includes(part)));
  }

  async #replace(bucket: string, object: NewObject): Promise<CreatedObject> {
    const stored = this.#nextVersion(bucket, object);
    const eventId = randomUUID();
    const event: PendingEvent = { bucket, key: stored.key, blobNames: stored.blobs.map(({ name }) => name) };
    await writeJson(this.#eventPath(eventId), event);
    return { object: await this.#add(bucket, stored), eventId };
  }

  #nextVersion(bucket: string, object: NewObject): StoredObject {
    return {
      ...object,
      size: object.blobs.reduce((sum, blob) => sum + blob.size, 0),
      lastModified: new Date().toISOString(),
      sequencer: this.#nextSequencer(),
      ...(this.#bucket(bucket).keepsVersions ? { versionId: randomUUID().replaceAll('-', '') } : {}),
    };
  }

  /** Makes it the current version; the only one where the bucket keeps none. */
  async #add(bucket: string, version: StoredObject): Promise<StoredObject> {
    const { keepsVersions, versions } = this.#bucket(bucket);
    const previous = versions.get(version.key) ?? [];
    await writeJson(this.#versionPath(bucket, version), version);
    this.#show(bucket, version.key, [...previous, version]);
    if (!keepsVersions) await this.#removeVersions(bucket, previous);
    return version;
  }

  /** The oldest first: who dies half-way leaves the newest, not one that was replaced long ago. */
  async #removeVersions(bucket: string, removed: StoredObject[]): Promise<void> {
    for (const version of removed) {
      const others = (this.#bucket(bucket).versions.get(version.key) ?? []).filter((it) => it !== version);
      const file = this.#versionPath(bucket, version);
      // What takes the place of a version without an id is in the same file.
      if (!others.some((other) => this.#versionPath(bucket, other) === file)) await rm(file, { force: true });
      this.#show(bucket, version.key, others);
      await this.removeBlobs(version.blobs);
    }
  }

  /** @param existing all versions of the object, oldest first */
  #show(bucket: string, key: string, existing: StoredObject[]): void {
    const { objects, versions } = this.#bucket(bucket);
    const current = existing.at(-1);
    if (current) versions.set(key, existing);
    else versions.delete(key);
    if (current && !current.isDeleteMarker) objects.set(key, current);
    else objects.delete(key);
  }

  /** The clock's microseconds, and one more if it stands still: no two are the same, not even after a new start. */
  #nextSequencer(): string {
    this.#lastSequencer = Math.max(this.#lastSequencer + 1, Date.now() * 1000);
    return this.#lastSequencer.toString(16).toUpperCase().padStart(16, '0');
  }

  #bucket(name: string): Bucket {
    const bucket = this.#buckets.get(name);
    if (!bucket) throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist');
    return bucket;
  }

  /** Files and memory change together, one change at a time, so they can never disagree about who was last. */
  #change<Result>(change: () => Promise<Result>): Promise<Result> {
    const done = this.#lastChange.then(change);
    this.#lastChange = done.catch(() => {});
    return done;
  }

  async #load(buckets: string[], versionedBuckets: readonly VersionedBucket[]): Promise<void> {
    for (const folder of ['blobs', 'uploads', 'events']) {
      await mkdir(path.join(this.#dir, folder), { recursive: true });
    }
    for (const bucket of buckets) {
      if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
        throw new Error(`Invalid bucket name: ${bucket}`);
      await mkdir(path.join(this.#dir, 'buckets', bucket), { recursive: true });
    }

    const namedBlobs = new Set<string>();
    const uploadedBlobs = new Set<string>();
    for (const bucket of await readdir(path.join(this.#dir, 'buckets'))) {
      const versioned = versionedBuckets.find(({ name }) => name === bucket);
      this.#buckets.set(bucket, {
        keepsVersions: versioned !== undefined,
        objects: new Map(),
        versions: new Map(),
      });
      const found: StoredObject[] = [];
      for (const file of await listJson(path.join(this.#dir, 'buckets', bucket)))
        found.push(await readJson<StoredObject>(file));
      found.sort((left, right) => (left.sequencer < right.sequencer ? -1 : 1));
      for (const [key, versions] of Map.groupBy(found, (version) => version.key)) {
        this.#show(bucket, key, versions);
        // Every start puts the whole site into its bucket again.
        if (versioned?.forgets.some((prefix) => key.startsWith(prefix)))
          await this.#removeVersions(
            bucket,
            versions.at(-1)?.isDeleteMarker ? versions : versions.slice(0, -1),
          );
        const kept = this.#bucket(bucket).versions.get(key) ?? [];
        for (const { name } of kept.flatMap(({ blobs }) => blobs)) namedBlobs.add(name);
      }
      // A clock that was set back must not put a new version below an old one.
      this.#lastSequencer = Math.max(
        this.#lastSequencer,
        Number.parseInt(found.at(-1)?.sequencer ?? '0', 16),
      );
    }
    for (const file of await listJson(path.join(this.#dir, 'uploads'))) {
      const upload = await readJson<Upload>(file);
      const parts = Object.values(upload.parts);
      // The process died between making the object visible and forgetting the upload it came from.
      if (parts.some(({ name }) => namedBlobs.has(name))) {
        await rm(file);
        continue;
      }
      this.#uploads.set(upload.id, upload);
      for (const { name } of parts) uploadedBlobs.add(name);
    }
    const blobs = await readdir(path.join(this.#dir, 'blobs'));
    await this.removeBlobs(
      blobs.filter((name) => !namedBlobs.has(name) && !uploadedBlobs.has(name)).map((name) => ({ name })),
    );
  }

  #blobPath(name: string): string {
    return path.join(this.#dir, 'blobs', name);
  }

  /** Keys may hold anything and up to 1024 bytes, file names may not: the name is a hash, the key stands in the file. */
  #versionPath(bucket: string, { key, versionId }: StoredObject): string {
    const hash = createHash('sha256').update(key).digest('hex');
    return path.join(
      this.#dir,
      'buckets',
      bucket,
      versionId === undefined ? `${hash}.json` : `${hash}.${versionId}.json`,
    );
  }

  #uploadPath(id: string): string {
    return path.join(this.#dir, 'uploads', `${id}.json`);
  }

  #eventPath(id: string): string {
    return path.join(this.#dir, 'events', `${id}.json`);
  }
}

function isVersion(object: StoredObject, versionId: string): boolean {
  return (object.versionId ?? 'null') === versionId;
}

async function* readRange(
  blobs: Blob[],
  files: FileHandle[],
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  let blobStart = 0;
  for (const [index, blob] of blobs.entries()) {
    const from = Math.max(start - blobStart, 0);
    const to = Math.min(end - blobStart, blob.size - 1);
    const file = files[index];
    if (file && from <= to) yield* file.createReadStream({ start: from, end: to, autoClose: false });
    blobStart += blob.size;
  }
}

function toBase64(checksum: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(checksum);
  return bytes.toString('base64');
}

/** The rename survives `kill -9`. Surviving a power cut would cost an fsync per object, and this is a local copy. */
async function writeJson(file: string, value: unknown): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(value));
  await rename(draft, file);
}

async function readJson<Value>(file: string): Promise<Value> {
  return JSON.parse(await readFile(file, 'utf8')) as Value;
}

async function listJson(folder: string): Promise<string[]> {
  return (await readdir(folder))
    .filter((name) => name.endsWith('.json'))
    .map((name) => path.join(folder, name));
}
