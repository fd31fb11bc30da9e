import { createHash } from 'node:crypto';
import {
  DeleteObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { PublishedSummary } from '../../../contract/records/article.ts';
import type { ArticleCollection } from '../../../contract/records/article-collections.ts';
import type { RenderedFile } from '../../../contract/records/blog-renderer.ts';
import { cacheControl } from '../../../contract/rules/cache-control.ts';
import { s3Record } from '../../platform/s3-record.ts';

/**
 * The version of the settings that `put` stores with a file. Increase it when `CacheControl` or a content type changes: ETags do not show it,
 * so the next run writes all files.
 */
export const fileSettings = 1;

/** `published.json` in the folder of a collection: what visitors see. */
export interface BlogRecord {
  /** Newest first. */
  articles: PublishedSummary[];
  /** The `fileSettings` of all files; missing in older records. */
  settings?: number;
}

export type BlogStore = ReturnType<typeof blogStore>;

/** The files of a collection in the site's bucket. */
export function blogStore(client: S3Client, bucketName: string, collection: ArticleCollection) {
  const { name, sitemap } = collection;
  const isList = new RegExp(
    `^${name}(/(index\\.html|(articles|search)\\.json|page/\\d+/[^/]+)|\\.(atom|rss))$`,
  );
  const isOurs = (key: string) =>
    slugOf(collection, key) !== undefined || isList.test(key) || key === sitemap;

  return {
    record: s3Record<BlogRecord>(client, bucketName, `${name}/published.json`),

    /** Returns the ETag of each file by its key. */
    async list(): Promise<Map<string, string>> {
      const etags = new Map<string, string>();
      for (const prefix of [`${name}/`, `${name}.`, sitemap])
        for await (const { Contents: contents = [] } of paginateListObjectsV2(
          { client },
          { Bucket: bucketName, Prefix: prefix },
        ))
          for (const { Key: key = '', ETag: etag = '' } of contents) if (isOurs(key)) etags.set(key, etag);
      return etags;
    },

    async put({ key, content, contentType }: RenderedFile): Promise<void> {
      await client.send(
        new PutObjectCommand({
          Bucket: bucketName,
          Key: key,
          Body: content,
          ContentType: contentType,
          CacheControl: cacheControl.pages,
        }),
      );
    },

    async remove(key: string): Promise<void> {
      await client.send(new DeleteObjectCommand({ Bucket: bucketName, Key: key }));
    },
  };
}

/** The article that a file belongs to; undefined for another file. An article may also have the slug `page`. */
export const slugOf = ({ name }: ArticleCollection, key: string): string | undefined =>
  new RegExp(`^${name}/([^/]+)/[^/]+$`).exec(key)?.[1];

export const pageOf = ({ name }: ArticleCollection, slug: string): string => `${name}/${slug}/index.html`;

/**
 * The ETag of an object that was stored in one part and encrypted by S3 itself is its MD5.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_Object.html
 */
export function etagOf(content: string): string {
  return `"${createHash('md5').update(content).digest('hex')}"`;
}
