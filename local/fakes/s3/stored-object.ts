import type { IncomingHttpHeaders } from 'node:http';
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
  /** In a bucket with versions. */
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

export const storedHeaders = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
];

/** The headers of a request that S3 stores with the object. */
export function readStoredHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const stored: Record<string, string> = { 'content-type': 'binary/octet-stream' };
  for (const [name, value] of Object.entries(headers)) {
    if (value && (storedHeaders.includes(name) || name.startsWith('x-amz-meta-')))
      stored[name] = value.toString();
  }
  return stored;
}
