import { createHash } from 'node:crypto';
import {
  DeleteObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { RenderedFile } from '../../../contract/records/blog-renderer.ts';
import { cacheControl } from '../../../contract/rules/cache-control.ts';
import { eachOf } from '../../platform/each-of.ts';
import { s3Record } from '../../platform/s3-record.ts';
import type { BlogRecord } from './blog-record.ts';

const blogRecordKey = 'blog/published.json';

const writesAtATime = 16;

/** Everything that lists articles: where it lies, and what of it there is ours. An article, too, may be called `page`. */
const lists = {
  prefixes: ['blog/index.html', 'blog/articles.json', 'blog/page/', 'blog.', 'sitemap-articles.xml'],
  pattern: /^(blog\/(index\.html|articles\.json|page\/\d+\/[^/]+)|blog\.(atom|rss)|sitemap-articles\.xml)$/,
};

export type BlogStore = ReturnType<typeof blogStore>;

/** The part of the site's bucket that the blog is made of. */
export function blogStore(client: S3Client, bucketName: string) {
  async function list(prefix: string, delimiter?: string) {
    const pages = paginateListObjectsV2(
      { client },
      { Bucket: bucketName, Prefix: prefix, ...(delimiter ? { Delimiter: delimiter } : {}) },
    );
    const etags = new Map<string, string>();
    const folders: string[] = [];
    for await (const { Contents: contents = [], CommonPrefixes: prefixes = [] } of pages) {
      for (const { Key: key = '', ETag: etag = '' } of contents) etags.set(key, etag);
      folders.push(...prefixes.map(({ Prefix: folder = '' }) => folder));
    }
    return { etags, folders };
  }

  /**
   * Makes these files take the place of those that are there.
   * @returns the keys of those that changed
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
    record: s3Record<BlogRecord>(client, bucketName, blogRecordKey),

    /** @returns the keys of the files that changed */
    async replaceArticle(slug: string, files: RenderedFile[]): Promise<string[]> {
      const { etags } = await list(`blog/${slug}/`, '/');
      return replace(etags, files);
    },

    /** @returns the keys of the files that changed */
    async replaceLists(files: RenderedFile[]): Promise<string[]> {
      const found = await Promise.all(lists.prefixes.map((prefix) => list(prefix)));
      const existing = found.flatMap(({ etags }) => [...etags]).filter(([key]) => lists.pattern.test(key));
      return replace(new Map(existing), files);
    },

    /** Of everything that lies there like an article. */
    async slugs(): Promise<string[]> {
      const { folders } = await list('blog/', '/');
      return folders.map((folder) => folder.slice('blog/'.length, -1));
    },
  };
}

/**
 * Of an object that was put in one piece and encrypted by S3 itself, the ETag is the MD5.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_Object.html
 */
function etagOf(content: string): string {
  return `"${createHash('md5').update(content).digest('hex')}"`;
}
