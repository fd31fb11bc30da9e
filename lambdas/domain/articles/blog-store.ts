import { createHash } from 'node:crypto';
import {
  DeleteObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { ArticleCollection } from '../../../contract/records/article-collections.ts';
import type { RenderedFile } from '../../../contract/records/blog-renderer.ts';
import { cacheControl } from '../../../contract/rules/cache-control.ts';
import { eachOf } from '../../platform/each-of.ts';
import { s3Record } from '../../platform/s3-record.ts';
import type { BlogRecord } from './blog-record.ts';

const writesAtATime = 16;

/** Keys of the files that list articles, and which of them we manage. An article may also have the slug `page`. */
const listsOf = ({ name, sitemap }: ArticleCollection) => ({
  prefixes: [`${name}/index.html`, `${name}/articles.json`, `${name}/page/`, `${name}.`, sitemap],
  isOurs: (key: string) =>
    key === sitemap ||
    new RegExp(`^${name}(/(index\\.html|articles\\.json|page/\\d+/[^/]+)|\\.(atom|rss))$`).test(key),
});

export type BlogStore = ReturnType<typeof blogStore>;

/** The files of a collection in the site's bucket. */
export function blogStore(client: S3Client, bucketName: string, collection: ArticleCollection) {
  const folder = `${collection.name}/`;
  const lists = listsOf(collection);

  async function list(prefix: string, delimiter?: string) {
    const pages = paginateListObjectsV2(
      { client },
      { Bucket: bucketName, Prefix: prefix, ...(delimiter ? { Delimiter: delimiter } : {}) },
    );
    const etags = new Map<string, string>();
    const folders: string[] = [];
    for await (const { Contents: contents = [], CommonPrefixes: prefixes = [] } of pages) {
      for (const { Key: key = '', ETag: etag = '' } of contents) etags.set(key, etag);
      folders.push(...prefixes.map(({ Prefix: found = '' }) => found));
    }
    return { etags, folders };
  }

  /**
   * Replaces the current files with these.
   * @returns the keys of the changed files
   */
  async function replace(existing: Map<string, string>, files: RenderedFile[]): Promise<string[]> {
    const changed = files.filter(({ key, content }) => existing.get(key) !== etagOf(content));
    const kept = new Set(files.map(({ key }) => key));
    const removed = [...existing.keys()].filter((key) => !kept.has(key));
    await eachOf(changed, writesAtATime, ({ key, content, contentType }) =>
      client.send(
        new PutObjectCommand({
          Bucket: bucketName,
          Key: key,
          Body: content,
          ContentType: contentType,
          CacheControl: cacheControl.pages,
        }),
      ),
    );
    await eachOf(removed, writesAtATime, (key) =>
      client.send(new DeleteObjectCommand({ Bucket: bucketName, Key: key })),
    );
    return [...changed.map(({ key }) => key), ...removed];
  }

  return {
    record: s3Record<BlogRecord>(client, bucketName, `${folder}published.json`),

    /** @returns the keys of the files that changed */
    async replaceArticle(slug: string, files: RenderedFile[]): Promise<string[]> {
      const { etags } = await list(`${folder}${slug}/`, '/');
      return replace(etags, files);
    },

    /** @returns the keys of the files that changed */
    async replaceLists(files: RenderedFile[]): Promise<string[]> {
      const found = await Promise.all(lists.prefixes.map((prefix) => list(prefix)));
      const existing = found.flatMap(({ etags }) => [...etags]).filter(([key]) => lists.isOurs(key));
      return replace(new Map(existing), files);
    },

    /** Returns the slugs of all articles in the bucket. */
    async slugs(): Promise<string[]> {
      const { folders } = await list(folder, '/');
      return folders.map((found) => found.slice(folder.length, -1));
    },
  };
}

/**
 * The ETag of an object that was stored in one part and encrypted by S3 itself is its MD5.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_Object.html
 */
function etagOf(content: string): string {
  return `"${createHash('md5').update(content).digest('hex')}"`;
}
