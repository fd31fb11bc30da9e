import type { Article } from '../src/features/blog/article.ts';
import { ContentError, readMarkdown, requiredFields, sectionsOf } from './markdown.ts';

/** A file of `content/blog`. Throws `ContentError`. */
export function parseArticle(file: string, text: string): Article {
  const markdown = readMarkdown(file, text);
  const fields = requiredFields(markdown, ['slug', 'headline', 'author', 'createdAt', 'description']);
  if (!file.endsWith(`/${fields.slug}.md`)) throw new ContentError(file, 1, `is not named ${fields.slug}.md`);
  if (Number.isNaN(Date.parse(fields.createdAt))) {
    throw new ContentError(file, 1, `createdAt "${fields.createdAt}" is not a date`);
  }
  return { ...fields, sections: sectionsOf(markdown) };
}
