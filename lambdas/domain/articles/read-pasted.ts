import {
  articleLimits,
  type StoredArticle,
  type StoredDraft,
  storedArticle,
} from '../../../contract/records/article.ts';
import type { PreviewedArticle } from '../../../contract/records/desk-articles.ts';
import { bytesOf } from '../../../contract/rules/stored-bytes.ts';
import type { ZonedTime } from '../../../contract/rules/zoned-time.ts';
import { articleSections } from '../../../publishing/markdown/article-sections.ts';
import { articleText } from '../../../publishing/markdown/article-text.ts';
import { ContentError } from '../../../publishing/markdown/markdown.ts';
import { parseArticle, type WrittenArticle } from '../../../publishing/markdown/parse-article.ts';
import { readingMinutes } from '../../../publishing/markdown/reading-minutes.ts';
import { tooLong } from '../../../publishing/markdown/stored-sections.ts';
import { AppError } from '../../platform/app-error.ts';
import type { ArticleVersions } from './article-versions.ts';
import type { EditedArticle, EditedDraft } from './edit-article.ts';

/**
 * Reads an article that was pasted at the desk.
 * @throws AppError `invalid-argument` with the line of the first mistake
 */
export function readPasted(text: string): WrittenArticle {
  if (bytesOf(text) > articleLimits.file)
    throw new AppError('invalid-argument', `The file ${tooLong(bytesOf(text), articleLimits.file)}.`);
  // The command takes the name from the file.
  const slug = /^slug: +(.+)$/m.exec(text)?.[1]?.trim() ?? 'article';
  return refuseMistakes(() => parseArticle(`${slug}.md`, text));
}

/** The version whose cover an article keeps. */
type Before = Pick<StoredArticle, 'cover' | 'coverImageUrl' | 'socialImageUrl'>;

/**
 * The record of a pasted article. The pictures of a cover come with the command, so the article
 * keeps those that it has.
 * @throws AppError `invalid-argument` for a cover without pictures
 */
export function pastedArticle(
  { cover, refuseField: _, ...fields }: WrittenArticle,
  before: Before | undefined,
): EditedArticle {
  const article: EditedArticle = { ...fields, status: 'published' };
  if (!cover) return article;
  if (!before?.cover)
    throw new AppError(
      'invalid-argument',
      `The pictures of a cover come with the command: npm run article -- publish ${fields.slug}.md. Without the fields cover and coverAlternative, the article gets a drawing.`,
    );
  const { coverImageUrl, socialImageUrl } = before;
  return {
    ...article,
    cover: { ...before.cover, alternative: cover.alternative },
    ...(coverImageUrl ? { coverImageUrl } : {}),
    ...(socialImageUrl ? { socialImageUrl } : {}),
  };
}

/** The draft of an article: its fields for the lists, and its file. It keeps a time that has not come yet. */
export function draftOf(
  { content: _, status: __, ...fields }: EditedArticle,
  text: string,
  before: StoredDraft | undefined,
  now: Date,
): EditedDraft {
  const schedule = before?.schedule;
  const isAhead = schedule && !isDue(schedule, now);
  return { ...fields, text, ...(isAhead ? { status: 'scheduled', schedule } : { status: 'draft' }) };
}

export const isDue = ({ at }: ZonedTime, now: Date): boolean => Date.parse(at) <= now.getTime();

/**
 * The article that a stored draft becomes.
 * @throws AppError `invalid-argument` with its first mistake
 */
export function articleOfDraft(draft: StoredDraft): EditedArticle {
  return draft.text === undefined ? readStoredArticle(draft) : pastedArticle(readPasted(draft.text), draft);
}

/** The article as its page shows it. */
export function previewOf(
  { content, status: _, ...summary }: EditedArticle,
  now: Date,
): PreviewedArticle['article'] {
  return {
    ...summary,
    updatedAt: now.toISOString(),
    readingMinutes: readingMinutes(content),
    sections: articleSections(content),
  };
}

/**
 * The draft of an article, or else its published version, as its page would show it, with its file.
 * @throws AppError `invalid-argument` with its first mistake
 */
export function storedVersion(
  { draft, live }: ArticleVersions,
  now: Date,
): Pick<PreviewedArticle, 'article' | 'text'> {
  const article = draft ? articleOfDraft(draft) : readStoredArticle(live);
  return { article: previewOf(article, now), text: draft?.text ?? articleText(article) };
}

/**
 * An article as it is stored, to show or to publish it. Somebody may have written the item by hand.
 * @throws AppError `invalid-argument` with the first mistake
 */
export function readStoredArticle(item: unknown): EditedArticle {
  const { data: article, error } = storedArticle.safeParse(item);
  if (article) {
    const { updatedAt: _, ...fields } = article;
    return { ...fields, status: 'published' };
  }
  const [{ path, message } = { path: [], message: 'is not an article' }] = error.issues;
  throw new AppError(
    'invalid-argument',
    `The stored article has a mistake in ${path.join('.') || 'the item'}: ${message}. Paste its text to replace it.`,
  );
}

/**
 * Reads a text that was pasted at the desk.
 * @throws AppError `invalid-argument` with the line of the author's first mistake
 */
export function refuseMistakes<Written>(read: () => Written): Written {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    throw new AppError('invalid-argument', error.message);
  }
}
