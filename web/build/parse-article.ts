import type { Section } from '../src/features/reading/sections.ts';
import { ContentError, readMarkdown, requiredDate, requiredFields, sectionsOf } from './markdown.ts';

interface Article {
  slug: string;
  headline: string;
  author: string;
  description: string;
  createdAt: string;
  sections: Section[];
}

/** A file of `content/blog`. Throws `ContentError`. */
export function parseArticle(file: string, text: string): Article {
  const markdown = readMarkdown(file, text);
  const fields = requiredFields(markdown, ['slug', 'headline', 'author', 'description']);
  if (!file.endsWith(`/${fields.slug}.md`)) throw new ContentError(file, 1, `is not named ${fields.slug}.md`);
  return { ...fields, createdAt: requiredDate(markdown, 'createdAt'), sections: sectionsOf(markdown) };
}
