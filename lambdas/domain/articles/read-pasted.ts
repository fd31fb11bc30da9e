import type { ArticleStatus, StoredArticle } from '../../../contract/records/article.ts';
import type { PreviewedArticle } from '../../../contract/records/desk-articles.ts';
import { articleSections } from '../../../publishing/markdown/article-sections.ts';
import { parseArticle, type WrittenArticle } from '../../../publishing/markdown/parse-article.ts';
import { readingMinutes } from '../../../publishing/markdown/reading-minutes.ts';
import { AppError } from '../../platform/app-error.ts';
import type { EditedArticle } from './edit-article.ts';
import { refuseMistakes } from './refuse-mistakes.ts';

/**
 * Reads an article that was pasted at the desk.
 * @throws AppError `invalid-argument` with the line of the first mistake
 */
export function readPasted(text: string): WrittenArticle {
  // The command takes the name from the file.
  const slug = /^slug: +(.+)$/m.exec(text)?.[1]?.trim() ?? 'article';
  return refuseMistakes(() => parseArticle(`${slug}.md`, text));
}

/**
 * The record of a pasted article. The pictures of a cover come with the command, so the article
 * keeps those that it has.
 * @throws AppError `invalid-argument` for a cover without pictures
 */
export function pastedArticle(
  { cover, refuseField: _, ...fields }: WrittenArticle,
  status: ArticleStatus,
  before: StoredArticle | undefined,
): EditedArticle {
  if (!cover) return { ...fields, status };
  if (!before?.cover)
    throw new AppError(
      'invalid-argument',
      `The pictures of a cover come with the command: npm run article -- publish ${fields.slug}.md. Without the fields cover and coverAlternative, the article gets a drawing.`,
    );
  const { coverImageUrl, socialImageUrl } = before;
  return {
    ...fields,
    status,
    cover: { ...before.cover, alternative: cover.alternative },
    ...(coverImageUrl ? { coverImageUrl } : {}),
    ...(socialImageUrl ? { socialImageUrl } : {}),
  };
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
