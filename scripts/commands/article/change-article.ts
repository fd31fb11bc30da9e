import { type ArticleStatus, type StoredArticle, storedArticle } from '../../../contract/records/article.ts';
import * as z from '../../../contract/zod.ts';
import { type EditedArticle, nextVersion } from '../../../lambdas/domain/articles/edit-article.ts';
import { parseArticle } from '../../../publishing/markdown/parse-article.ts';
import { readContentFile } from '../../../publishing/markdown/read-content-file.ts';
import { coverPictures, type Picture } from '../../../publishing/pictures/cover-pictures.ts';
import type { Connection } from '../stage/connect.ts';
import { type ArticleStore, announceChange, readArticle, writeArticle } from './stored-articles.ts';
import { uploadPictures } from './upload-pictures.ts';

/** The record of an article, without the fields that are set when it is written. */
const preparedArticle = z.omit(storedArticle, { status: true, updatedAt: true });

export interface PreparedArticle {
  article: z.infer<typeof preparedArticle>;
  pictures: Picture[];
}

/**
 * Reads an article and the files next to it. It draws no pictures yet.
 * @throws ContentError when it cannot be published
 */
export async function prepareArticle(file: string): Promise<PreparedArticle> {
  const text = await readContentFile(file);
  const written = parseArticle(file, text);
  const { record, files } = await coverPictures(file, written);
  const { cover: _cover, ...fields } = written;
  return { article: preparedArticle.parse({ ...fields, ...record }), pictures: files };
}

interface PublishOptions {
  to: ArticleStore & Pick<Connection, 's3' | 'mediaBucket'>;
  prepared: PreparedArticle;
  status: ArticleStatus;
  now: () => Date;
  onUploaded: (key: string) => void;
}

/** An article before and after a command. */
export interface Change {
  before: StoredArticle | undefined;
  after: StoredArticle;
}

/**
 * Writes an article: the pictures, then the record that names them, then the event that makes the
 * site show it. Safe to interrupt and repeat: publishing the same article again only publishes the
 * event again.
 * @throws Error when the cover is damaged or someone else is changing the same article
 */
export async function publishArticle({
  to,
  prepared: { article, pictures },
  status,
  now,
  onUploaded,
}: PublishOptions): Promise<Change> {
  const before = await readArticle(to, article.slug);
  await uploadPictures(to, pictures, onUploaded);
  return change(to, before, { ...article, status }, now());
}

async function change(
  store: ArticleStore,
  before: StoredArticle | undefined,
  article: EditedArticle,
  now: Date,
): Promise<Change> {
  const after = nextVersion(before, article, now);
  if (after !== before) await writeArticle(store, after, before);
  await announceChange(store, article.slug);
  return { before, after };
}
