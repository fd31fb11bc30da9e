import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import { type StoredArticle, type StoredRefusal, storedArticle } from '../../../contract/records/article.ts';
import { parseArticle } from '../../../publishing/markdown/parse-article.ts';
import { coverPictures, type Picture } from '../../../publishing/pictures/cover-pictures.ts';
import type { Connection } from '../stage/connect.ts';
import { type ArticleStore, announceChange, readArticle, writeArticle } from './stored-articles.ts';
import { uploadPictures } from './upload-pictures.ts';

/** An article as its record says it, but for what is known only when it is written. */
const preparedArticle = storedArticle.omit({ status: true, updatedAt: true });

export interface PreparedArticle {
  article: z.infer<typeof preparedArticle>;
  pictures: Picture[];
}

/**
 * Reads an article and what lies beside it. Nothing is drawn yet.
 * @throws ContentError when it cannot be published
 */
export async function prepareArticle(file: string): Promise<PreparedArticle> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const isNoFile = error.code === 'ENOENT' || error.code === 'EISDIR';
    throw isNoFile ? new Error(`There is no file ${file}.`) : error;
  });
  const written = parseArticle(file, text);
  const { record, files } = await coverPictures(file, written);
  const { cover: _cover, ...fields } = written;
  return { article: preparedArticle.parse({ ...fields, ...record }), pictures: files };
}

interface PublishOptions {
  to: ArticleStore & Pick<Connection, 's3' | 'mediaBucket'>;
  prepared: PreparedArticle;
  status: StoredArticle['status'];
  now: () => Date;
  onUploaded: (key: string) => void;
}

/** What an article was before, and what it is now. */
export interface Change {
  before: StoredArticle | undefined;
  after: StoredArticle;
}

/**
 * Writes an article: the pictures, then the record that names them, then the event that makes the site show it. May be
 * interrupted and repeated; who publishes the same again changes nothing, but makes the site look again.
 * @throws Error for people, when the cover is damaged or somebody else works on the same article
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

/**
 * Takes an article back; its record stays, as a draft.
 * @throws Error when there is none
 */
export async function unpublishArticle(from: ArticleStore, slug: string, now: Date): Promise<Change> {
  const before = await readArticle(from, slug);
  if (!before) throw new Error(`There is no article "${slug}". All there are: npm run article -- list`);
  const { refusal: _, ...article } = before as StoredArticle & { refusal?: StoredRefusal };
  return change(from, before, { ...article, status: 'draft' }, now);
}

async function change(
  store: ArticleStore,
  before: StoredArticle | undefined,
  article: Omit<StoredArticle, 'updatedAt'>,
  now: Date,
): Promise<Change> {
  const { data: last } = storedArticle.shape.updatedAt.safeParse(before?.updatedAt);
  const isSame = before && last && isDeepStrictEqual({ ...article, updatedAt: before.updatedAt }, before);
  const after = isSame ? before : { ...article, updatedAt: later(last, now) };
  if (after !== before) await writeArticle(store, after, before);
  await announceChange(store, article.slug);
  return { before, after };
}

/**
 * Never the time of the change before, by which others recognize it, whatever the clock of this machine says. Everything is later than
 * what cannot be read as a time.
 */
function later(last: string | undefined, now: Date): string {
  const earliest = last ? Date.parse(last) + 1 : 0;
  return new Date(Math.max(now.getTime(), earliest)).toISOString();
}
