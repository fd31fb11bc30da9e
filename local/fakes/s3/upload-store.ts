import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Blob, BlobFiles } from './blob-files.ts';
import { listJson, readJson, writeJson } from './json-files.ts';
import { S3Error } from './s3-error.ts';
import type { CreatedObject } from './stored-object.ts';

export interface Upload {
  id: string;
  bucket: string;
  key: string;
  headers: Record<string, string>;
  parts: Record<string, Blob>;
  /** The declared checksum algorithm of the parts, such as `CRC32`. */
  checksumAlgorithm: string | undefined;
}

type OneAtATime = <Result>(change: () => Promise<Result>) => Promise<Result>;

/** Runs one change after the other, so that files and memory agree about the order. */
export function oneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve();
  return (change) => {
    const done = last.then(change);
    last = done.catch(() => {});
    return done;
  };
}

/** Multipart uploads. */
export class UploadStore {
  readonly #folder: string;
  readonly #blobs: BlobFiles;
  readonly #change: OneAtATime;
  readonly #uploads = new Map<string, Upload>();
  readonly #completed = new Map<string, { upload: Upload; created: CreatedObject }>();

  constructor(folder: string, blobs: BlobFiles, change: OneAtATime) {
    this.#folder = folder;
    this.#blobs = blobs;
    this.#change = change;
  }

  /** @throws S3Error NoSuchUpload */
  find(id: string, bucket: string, key: string): Upload {
    const upload = this.#uploads.get(id);
    if (upload?.bucket === bucket && upload.key === key) return upload;
    throw noSuchUpload();
  }

  /** S3 returns the same response to a repeated completion. */
  findCompleted(id: string, bucket: string, key: string): CreatedObject | undefined {
    const completed = this.#completed.get(id);
    return completed?.upload.bucket === bucket && completed.upload.key === key
      ? completed.created
      : undefined;
  }

  async create(
    bucket: string,
    key: string,
    headers: Record<string, string>,
    checksumAlgorithm: string | undefined,
  ): Promise<Upload> {
    const upload: Upload = {
      id: randomUUID().replaceAll('-', ''),
      bucket,
      key,
      headers,
      parts: {},
      checksumAlgorithm,
    };
    await writeJson(this.#path(upload.id), upload);
    this.#uploads.set(upload.id, upload);
    return upload;
  }

  /** @throws S3Error NoSuchUpload when the upload was completed or aborted while the part arrived */
  async putPart(upload: Upload, partNumber: number, blob: Blob): Promise<void> {
    await this.#change(async () => {
      if (!this.#uploads.has(upload.id)) {
        await this.#blobs.remove([blob]);
        throw noSuchUpload();
      }
      const previous = upload.parts[partNumber];
      upload.parts[partNumber] = blob;
      await writeJson(this.#path(upload.id), upload);
      if (previous) await this.#blobs.remove([previous]);
    });
  }

  /** @throws S3Error NoSuchUpload when another request has just completed or aborted the upload */
  async abort(upload: Upload): Promise<void> {
    await this.#change(async () => {
      if (!this.#uploads.has(upload.id)) throw noSuchUpload();
      await this.#remove(upload, []);
    });
  }

  /**
   * Stores the object that the upload became, and removes the parts that the object does not use. It does
   * not start a change, because `ObjectStore` calls it inside one.
   */
  async forget(upload: Upload, created: CreatedObject): Promise<void> {
    this.#completed.set(upload.id, { upload, created });
    await this.#remove(upload, created.object.blobs);
  }

  /**
   * Reads the uploads of a previous process.
   * @param isOfObject whether a blob belongs to an object
   * @returns the names of the blobs of all parts
   */
  async load(isOfObject: (blobName: string) => boolean): Promise<Set<string>> {
    await mkdir(this.#folder, { recursive: true });
    for (const file of await listJson(this.#folder)) {
      const upload = await readJson<Upload>(file);
      // The process died after the object became visible, before the upload was removed.
      if (Object.values(upload.parts).some(({ name }) => isOfObject(name))) await rm(file);
      else this.#uploads.set(upload.id, upload);
    }
    const parts = [...this.#uploads.values()].flatMap((upload) => Object.values(upload.parts));
    return new Set(parts.map(({ name }) => name));
  }

  async #remove(upload: Upload, keptParts: Blob[]): Promise<void> {
    await rm(this.#path(upload.id), { force: true });
    this.#uploads.delete(upload.id);
    await this.#blobs.remove(
      Object.values(upload.parts).filter(({ name }) => !keptParts.some((kept) => kept.name === name)),
    );
  }

  #path(id: string): string {
    return path.join(this.#folder, `${id}.json`);
  }
}

const noSuchUpload = () => new S3Error(404, 'NoSuchUpload', 'The specified multipart upload does not exist.');
