import type { Blob } from './blob-files.ts';

export interface StoredObject {
  key: string;
  blobs: Blob[];
  size: number;
  /** With quotes, as in the header. */
  etag: string;
  lastModified: string;
  /** Hexadecimal. A later write of the same key has a higher one. */
  sequencer: string;
  /** Content type, cache control and other stored headers, and `x-amz-meta-*`. */
  headers: Record<string, string>;
  /** Undefined for a version from before the bucket kept versions. S3 calls it `null`. */
  versionId?: string;
  /** Marks a deletion. Earlier versions are kept. */
  isDeleteMarker?: true;
}

export type NewObject = Pick<StoredObject, 'key' | 'blobs' | 'etag' | 'headers'>;

export interface CreatedObject {
  object: StoredObject;
  /** The pending event, to be removed when the creation has been announced. */
  eventId: string;
}
