import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Blob, BlobFiles } from './blob-files.ts';
import { listJson, readJson, writeJson } from './json-files.ts';
import { preconditionFailed, S3Error } from './s3-error.ts';
import type { CreatedObject, NewObject, StoredObject } from './stored-object.ts';
import { oneAtATime, type Upload, UploadStore } from './upload-store.ts';

export interface VersionedBucket {
  name: string;
  /** The prefixes of the lifecycle rules for noncurrent versions, which the fake applies at the next start. */
  forgets: string[];
}

interface Bucket {
  keepsVersions: boolean;
  /** The current versions, without delete markers. */
  objects: Map<string, StoredObject>;
  /** The versions by key, oldest first. */
  versions: Map<string, StoredObject[]>;
}

/** The precondition of a write, given the current version. */
type MayReplace = (existing: StoredObject | undefined) => boolean;

interface PendingEvent {
  bucket: string;
  key: string;
  blobNames: string[];
}

/**
 * Objects as files. A write stores the bytes in a new blob, and then renames a JSON file that names the blob
 * into place. A killed process leaves either the old object or the new one, and the next start removes
 * leftovers. In a bucket with versions, each version has its own JSON file, and the latest one is current.
 *
 *     blobs/<uuid>                                   bytes
 *     buckets/<bucket>/<hash of key>.json            an object: key, headers, size, ETag, its blobs
 *     buckets/<bucket>/<hash of key>.<version>.json  a version, in a bucket with versions
 *     uploads/<id>.json                              an incomplete multipart upload
 *     events/<uuid>.json                             an object whose creation has not been announced
 */
export class ObjectStore {
  readonly #dir: string;
  readonly #buckets = new Map<string, Bucket>();
  readonly #change = oneAtATime();
  readonly blobs: BlobFiles;
  readonly uploads: UploadStore;
  #lastSequencer = 0;

  private constructor(dir: string) {
    this.#dir = dir;
    this.blobs = new BlobFiles(path.join(dir, 'blobs'));
    this.uploads = new UploadStore(path.join(dir, 'uploads'), this.blobs, this.#change);
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
   * Returns the current version, or the given one.
   * @throws S3Error NoSuchBucket, NoSuchKey, NoSuchVersion
   */
  find(bucket: string, key: string, versionId: string | null): StoredObject {
    const versions = this.#bucket(bucket).versions.get(key) ?? [];
    const object = versionId === null ? versions.at(-1) : versions.find((it) => it.versionId === versionId);
    if (object && !object.isDeleteMarker) return object;
    throw versionId === null
      ? new S3Error(404, 'NoSuchKey', 'The specified key does not exist.')
      : new S3Error(404, 'NoSuchVersion', 'The specified version does not exist.');
  }

  /** @throws S3Error NoSuchBucket */
  requireBucket(bucket: string): void {
    this.#bucket(bucket);
  }

  /** Empty for a bucket without versions. */
  versionHeader({ versionId }: StoredObject): { 'x-amz-version-id'?: string } {
    return versionId === undefined ? {} : { 'x-amz-version-id': versionId };
  }

  /**
   * Makes the object visible, and records its creation as unannounced.
   * @param mayReplace checks the precondition against the current version, in the same change
   * @throws S3Error NoSuchBucket, PreconditionFailed
   */
  async put(bucket: string, object: NewObject, mayReplace: MayReplace = () => true): Promise<CreatedObject> {
    return this.#change(async () => {
      this.#checkReplace(bucket, object.key, mayReplace);
      return this.#replace(bucket, object);
    });
  }

  /**
   * The object refers to the blobs of its parts, so nothing is copied. A repeated completion returns the
   * object of the first one.
   * @param chooseParts chooses from the parts at that time
   * @throws S3Error PreconditionFailed; NoSuchUpload
   */
  async completeUpload(
    upload: Upload,
    { chooseParts, mayReplace }: { chooseParts: () => Blob[]; mayReplace: MayReplace },
  ): Promise<CreatedObject> {
    return this.#change(async () => {
      const { id, bucket, key, headers } = upload;
      const completed = this.uploads.findCompleted(id, bucket, key);
      if (completed) return completed;
      this.uploads.find(id, bucket, key);
      const blobs = chooseParts();
      this.#checkReplace(bucket, key, mayReplace);
      const created = await this.#replace(bucket, { key, headers, etag: etagOfParts(blobs), blobs });
      await this.uploads.forget(upload, created);
      return created;
    });
  }

  async forgetEvent(eventId: string): Promise<void> {
    await rm(this.#eventPath(eventId), { force: true });
  }

  /** Objects whose creation was not announced before the previous process ended. */
  async pendingEvents(): Promise<(CreatedObject & { bucket: string })[]> {
    const pending: (CreatedObject & { bucket: string })[] = [];
    for (const file of await listJson(path.join(this.#dir, 'events'))) {
      const event = await readJson<PendingEvent>(file);
      const eventId = path.basename(file, '.json');
      const object = this.#buckets
        .get(event.bucket)
        ?.versions.get(event.key)
        ?.find(({ blobs }) => blobs.map(({ name }) => name).join() === event.blobNames.join());
      // Undefined if the process died before the object became visible, or if the object was replaced or
      // deleted.
      if (object) {
        pending.push({ eventId, bucket: event.bucket, object });
      } else {
        await this.forgetEvent(eventId);
      }
    }
    return pending;
  }

  /** Deletes the object. In a bucket with versions, it adds a delete marker. */
  async remove(bucket: string, key: string): Promise<void> {
    await this.#change(async () => {
      const { keepsVersions, versions } = this.#bucket(bucket);
      if (!keepsVersions) return this.#removeVersions(bucket, versions.get(key) ?? []);
      const marker = this.#nextVersion(bucket, { key, blobs: [], etag: '', headers: {} });
      await this.#add(bucket, { ...marker, isDeleteMarker: true });
    });
  }

  #checkReplace(bucket: string, key: string, mayReplace: MayReplace): void {
    if (!mayReplace(this.#bucket(bucket).objects.get(key))) throw preconditionFailed();
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

  /** Adds the current version. In a bucket without versions, it replaces the previous one. */
  async #add(bucket: string, version: StoredObject): Promise<StoredObject> {
    const { keepsVersions, versions } = this.#bucket(bucket);
    const previous = versions.get(version.key) ?? [];
    await writeJson(this.#versionPath(bucket, version), version);
    this.#show(bucket, version.key, [...previous, version]);
    if (!keepsVersions) await this.#removeVersions(bucket, previous);
    return version;
  }

  /** Removes the oldest version first, so that a killed process leaves the latest ones. */
  async #removeVersions(bucket: string, removed: StoredObject[]): Promise<void> {
    for (const version of removed) {
      const others = (this.#bucket(bucket).versions.get(version.key) ?? []).filter((it) => it !== version);
      const file = this.#versionPath(bucket, version);
      // A version that replaced one without an id is in the same file.
      if (!others.some((other) => this.#versionPath(bucket, other) === file)) await rm(file, { force: true });
      this.#show(bucket, version.key, others);
      await this.blobs.remove(version.blobs);
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

  /**
   * Microseconds of the clock, or the previous sequencer plus one. All are different, even across restarts.
   */
  #nextSequencer(): string {
    this.#lastSequencer = Math.max(this.#lastSequencer + 1, Date.now() * 1000);
    return this.#lastSequencer.toString(16).toUpperCase().padStart(16, '0');
  }

  #bucket(name: string): Bucket {
    const bucket = this.#buckets.get(name);
    if (!bucket) throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist');
    return bucket;
  }

  async #load(buckets: string[], versionedBuckets: readonly VersionedBucket[]): Promise<void> {
    await mkdir(path.join(this.#dir, 'events'), { recursive: true });
    for (const bucket of buckets) {
      if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
        throw new Error(`Invalid bucket name: ${bucket}`);
      await mkdir(path.join(this.#dir, 'buckets', bucket), { recursive: true });
    }

    const namedBlobs = new Set<string>();
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
        // Every start uploads the whole site to its bucket again.
        if (versioned?.forgets.some((prefix) => key.startsWith(prefix)))
          await this.#removeVersions(
            bucket,
            versions.at(-1)?.isDeleteMarker ? versions : versions.slice(0, -1),
          );
        const kept = this.#bucket(bucket).versions.get(key) ?? [];
        for (const { name } of kept.flatMap(({ blobs }) => blobs)) namedBlobs.add(name);
      }
      // A new version must sort after the old ones, even if the clock was set back.
      this.#lastSequencer = Math.max(
        this.#lastSequencer,
        Number.parseInt(found.at(-1)?.sequencer ?? '0', 16),
      );
    }
    const uploadedBlobs = await this.uploads.load((name) => namedBlobs.has(name));
    await this.blobs.sweep((name) => namedBlobs.has(name) || uploadedBlobs.has(name));
  }

  /** A key may be too long for a file name, and may contain any character. The file contains the key. */
  #versionPath(bucket: string, { key, versionId }: StoredObject): string {
    const hash = createHash('sha256').update(key).digest('hex');
    return path.join(
      this.#dir,
      'buckets',
      bucket,
      versionId === undefined ? `${hash}.json` : `${hash}.${versionId}.json`,
    );
  }

  #eventPath(id: string): string {
    return path.join(this.#dir, 'events', `${id}.json`);
  }
}

/** The MD5 of the MD5s of the parts, and their number. */
function etagOfParts(parts: Blob[]): string {
  const md5OfParts = createHash('md5');
  for (const { md5 } of parts) md5OfParts.update(Buffer.from(md5, 'hex'));
  return `"${md5OfParts.digest('hex')}-${parts.length}"`;
}
