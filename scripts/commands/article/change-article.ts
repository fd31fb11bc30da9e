import { HeadObjectCommand, NotFound, PutObjectCommand } from '@aws-sdk/client-s3';
import { type StoredArticle, type StoredDraft, storedArticle } from '../../../contract/records/article.ts';
import { cacheControl } from '../../../contract/rules/cache-control.ts';
import * as z from '../../../contract/zod.ts';
import {
  type ArticleVersions,
  articleWrites,
  seenOf,
  writeVersions,
} from '../../../lambdas/domain/articles/article-versions.ts';
import { type EditedArticle, nextVersion } from '../../../lambdas/domain/articles/edit-article.ts';
import { pictureStore } from '../../../lambdas/domain/articles/picture-store.ts';
import { draftOf } from '../../../lambdas/domain/articles/read-pasted.ts';
import { parseArticle } from '../../../publishing/markdown/parse-article.ts';
import { readContentFile } from '../../../publishing/markdown/read-content-file.ts';
import { coverPictures, type Picture } from '../../../publishing/pictures/cover-pictures.ts';
import { textPictures } from '../../../publishing/pictures/text-pictures.ts';
import type { Connection } from '../stage/connect.ts';
import { type ArticleStore, announceChange, readArticle } from './await-publication.ts';

/** The record of an article, without the fields that are set when it is written. */
const preparedArticle = z.omit(storedArticle, { status: true, updatedAt: true });

export interface PreparedArticle {
  /** The file, with the paths of its pictures on the site. */
  text: string;
  article: z.infer<typeof preparedArticle>;
  pictures: Picture[];
}

/**
 * Reads an article and the files next to it. It draws no pictures yet.
 * @throws ContentError when it cannot be published
 */
export async function prepareArticle(file: string): Promise<PreparedArticle> {
  const { text, files: inText } = await textPictures(file, await readContentFile(file));
  const written = parseArticle(file, text);
  const { record, files } = await coverPictures(file, written);
  const { cover: _cover, ...fields } = written;
  return { text, article: preparedArticle.parse({ ...fields, ...record }), pictures: [...files, ...inText] };
}

interface StoreOptions {
  to: ArticleStore & Pick<Connection, 's3' | 'mediaBucket'>;
  prepared: PreparedArticle;
  now: () => Date;
  onUploaded: (key: string) => void;
}

/** The versions of an article before a command, and the version that it leaves. */
export interface Change<Version> {
  before: ArticleVersions;
  after: Version;
}

/**
 * Publishes an article: the pictures, then the record that names them, then the event that makes the
 * site show it. It replaces the published version and a draft. Safe to interrupt and repeat: publishing
 * the same article again only publishes the event again.
 * @throws Error when a picture is damaged or someone else is changing the same article
 */
export async function publishArticle(options: StoreOptions): Promise<Change<StoredArticle>> {
  const { to, prepared, now } = options;
  const { slug } = prepared.article;
  const article: EditedArticle = { ...prepared.article, status: 'published' };
  const before = await upload(options);
  const at = now();
  const after = nextVersion(before.live, article, at);
  if (after !== before.live || before.draft)
    await writeArticle(
      to,
      slug,
      articleWrites(to.articlesTable, before).publish(article, seenOf(before), at),
    );
  await announceChange(to, slug);
  return { before, after };
}

/**
 * Stores an article as a draft. The published version stays.
 * @throws Error as `publishArticle` does
 */
export async function storeDraft(options: StoreOptions): Promise<Change<StoredDraft>> {
  const { to, prepared, now } = options;
  const { slug } = prepared.article;
  const before = await upload(options);
  const at = now();
  const draft = draftOf({ ...prepared.article, status: 'published' }, prepared.text, before.draft, at);
  const after = nextVersion(before.draft, draft, at);
  if (after !== before.draft)
    await writeArticle(
      to,
      slug,
      articleWrites(to.articlesTable, before).storeDraft(draft, seenOf(before), at),
    );
  return { before, after };
}

/**
 * Takes an article offline. Its text stays as a draft, unless there is a draft already. A repeated call publishes the event again, because
 * an earlier run may have ended before it.
 * @throws Error when there is no such article or someone else is changing it
 */
export async function unpublishArticle(to: ArticleStore, slug: string, now: Date): Promise<ArticleVersions> {
  const before = await readArticle(to, slug);
  if (!before.live && !before.draft) throw new Error(`There is no article ${slug}.`);
  if (before.live)
    await writeArticle(
      to,
      slug,
      articleWrites(to.articlesTable, before).unpublish(slug, seenOf(before), now),
    );
  await announceChange(to, slug);
  return before;
}

/** Uploads the pictures, and reads the stored versions before. */
async function upload({ to, prepared, onUploaded }: StoreOptions): Promise<ArticleVersions> {
  const before = await readArticle(to, prepared.article.slug);
  await uploadPictures(to, prepared.pictures, onUploaded);
  await pictureStore(to.s3, to.mediaBucket).require(prepared.article.content);
  return before;
}

/** Uploads the pictures that are missing in the media bucket. */
async function uploadPictures(
  to: Pick<Connection, 's3' | 'mediaBucket'>,
  pictures: Picture[],
  onUploaded: (key: string) => void,
): Promise<void> {
  // One at a time, because drawing one already keeps the processor busy.
  for (const { key, type, draw } of pictures) {
    if (await isThere(to, key)) continue;
    await to.s3.send(
      new PutObjectCommand({
        Bucket: to.mediaBucket,
        Key: key,
        Body: await draw(),
        ContentType: type,
        CacheControl: cacheControl.assets,
      }),
    );
    onUploaded(key);
  }
}

async function isThere(
  { s3, mediaBucket }: Pick<Connection, 's3' | 'mediaBucket'>,
  key: string,
): Promise<boolean> {
  try {
    await s3.send(new HeadObjectCommand({ Bucket: mediaBucket, Key: key }));
    return true;
  } catch (error) {
    if (error instanceof NotFound) return false;
    throw error;
  }
}

/**
 * Writes the changes of an article.
 * @throws Error when it differs from what was read, because someone else is changing the same article
 */
async function writeArticle(
  { dynamodb }: Pick<ArticleStore, 'dynamodb'>,
  slug: string,
  changes: Parameters<typeof writeVersions>[1],
): Promise<void> {
  if (await writeVersions(dynamodb, changes)) return;
  throw new Error(`Someone else has just changed ${slug}. Look at it at the desk, then try again.`);
}
