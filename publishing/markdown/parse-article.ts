import { basename } from 'node:path';
import { articleLimits, articleSummary, type StoredArticle } from '../../contract/records/article.ts';
import { bytesOf } from '../../contract/rules/stored-bytes.ts';
import { ContentError, type MarkdownFile, readMarkdown, requiredDate, requiredFields } from './markdown.ts';
import { storedSections, tooLong } from './stored-sections.ts';

const requiredNames = ['slug', 'headline', 'author', 'description'] as const;
const knownNames: readonly string[] = [...requiredNames, 'createdAt', 'cover', 'coverAlternative'];

/**
 * An article as its author wrote it: the content of its file, without the pictures made from its
 * cover.
 */
export interface WrittenArticle
  extends Pick<StoredArticle, (typeof requiredNames)[number] | 'createdAt' | 'content'> {
  cover: { fileName: string; alternative: string } | undefined;
  /** Throws `ContentError` with the line of the field. */
  refuseField: (name: string, problem: string) => never;
}

/**
 * Parses a file of articles like those in `content/blog`. Throws `ContentError` if it cannot be
 * published.
 */
export function parseArticle(file: string, text: string): WrittenArticle {
  const markdown = readMarkdown(file, text);
  const refuseField = (name: string, problem: string): never => {
    throw new ContentError(file, markdown.fieldLines[name] ?? 1, problem);
  };
  const unknown = Object.keys(markdown.fields).find((name) => !knownNames.includes(name));
  if (unknown) refuseField(unknown, `has an unknown field ${unknown}; known are ${knownNames.join(', ')}`);
  const fields = requiredFields(markdown, requiredNames);
  for (const name of [...requiredNames, 'coverAlternative'] as const) {
    const bytes = bytesOf(markdown.fields[name] ?? '');
    if (bytes > articleLimits[name]) refuseField(name, `the ${name} ${tooLong(bytes, articleLimits[name])}`);
  }
  if (!articleSummary.shape.slug.safeParse(fields.slug).success)
    refuseField('slug', `the slug "${fields.slug}" is not like a-map-of-delays`);
  if (basename(file) !== `${fields.slug}.md`)
    refuseField('slug', `the file of "${fields.slug}" is not named ${fields.slug}.md`);
  const article = {
    ...fields,
    createdAt: requiredDate(markdown, 'createdAt'),
    content: storedSections(markdown),
    cover: readCover(markdown, refuseField),
    refuseField,
  };
  if (article.content.length === 0) throw new ContentError(file, 1, 'has no text');
  return article;
}

function readCover(
  { fields }: MarkdownFile,
  refuseField: WrittenArticle['refuseField'],
): WrittenArticle['cover'] {
  const { cover: fileName, coverAlternative: alternative } = fields;
  if (!fileName) {
    if (alternative) refuseField('coverAlternative', 'has a coverAlternative but no cover');
    return undefined;
  }
  if (/[\\/]/.test(fileName)) refuseField('cover', `the cover "${fileName}" is not next to the article`);
  if (!alternative)
    return refuseField(
      'cover',
      'has no coverAlternative: what the cover shows, for people who do not see it',
    );
  return { fileName, alternative };
}
