import { basename } from 'node:path';
import type { Nodes, PhrasingContent, RootContent } from 'mdast';
import {
  articleLimits,
  articleSummary,
  type StoredArticle,
  type StoredSection,
} from '../../contract/records/article.ts';
import { bytesOf, storedBytes } from '../../contract/rules/stored-bytes.ts';
import {
  ContentError,
  cannotShow,
  inlineOf,
  isComment,
  type MarkdownFile,
  readMarkdown,
  requiredDate,
  requiredFields,
} from './markdown.ts';

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
    content: sectionsOf(markdown),
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

function sectionsOf(markdown: MarkdownFile): StoredSection[] {
  const nodes = markdown.root.children.filter((node) => !isComment(node));
  refuseTooMany(markdown, nodes, articleLimits.sections, 'headings, paragraphs and lists');
  const sections = nodes.map((node) => sectionOf(markdown, node));
  let bytes = storedBytes([]);
  for (const [index, section] of sections.entries()) {
    bytes += storedBytes([section]) - storedBytes([]);
    const node = nodes[index];
    if (node && bytes > articleLimits.content)
      markdown.refuse(
        node,
        `the text ${tooLong(storedBytes(sections), articleLimits.content)}. It exceeds the limit here: publish it in two parts`,
      );
  }
  return sections;
}

/** An umlaut takes two bytes and a Chinese character three. */
const tooLong = (bytes: number, maxBytes: number) =>
  `has ${bytes} bytes (in UTF-8); the limit is ${maxBytes}`;

function sectionOf(markdown: MarkdownFile, node: RootContent): StoredSection {
  switch (node.type) {
    case 'heading':
      if (node.depth !== 2 && node.depth !== 3)
        return markdown.refuse(node, `a heading must have level 2 or 3, not ${node.depth}`);
      return { type: 'header', level: node.depth, content: lineOf(markdown, node) };
    case 'paragraph':
      return { type: 'paragraph', content: lineOf(markdown, node) };
    case 'list':
      if (node.ordered) return markdown.refuse(node, 'has a numbered list, which our pages do not support');
      refuseTooMany(markdown, node.children, articleLimits.itemsOfList, 'items in one list');
      return {
        type: 'list',
        content: node.children.map((item) => {
          const [paragraph, ...others] = item.children;
          if (paragraph?.type !== 'paragraph' || others.length > 0)
            return markdown.refuse(item, 'a list item must be one paragraph');
          return { content: lineOf(markdown, paragraph) };
        }),
      };
    default:
      return markdown.refuse(node, cannotShow(node));
  }
}

/**
 * Returns the Markdown of the node in one line. Throws `ContentError` for unsupported inline forms.
 */
function lineOf(markdown: MarkdownFile, node: Nodes & { children: PhrasingContent[] }): string {
  const start = node.children[0]?.position?.start.offset;
  const end = node.children.at(-1)?.position?.end.offset;
  const line = markdown.body.slice(start, end).replaceAll(/\s*\n\s*/g, ' ');
  if (node.children.length === 0 || line.trim() === '')
    return markdown.refuse(node, `has an empty ${node.type}`);
  const bytes = bytesOf(line);
  if (bytes > articleLimits.line)
    return markdown.refuse(node, `a ${node.type} ${tooLong(bytes, articleLimits.line)}`);
  inlineOf(markdown, node.children);
  // Inline code may contain any of these forms.
  const words = line.replaceAll(/`[^`]*`/g, '');
  for (const [sign, name] of foreignForms) {
    if (sign.test(words)) markdown.refuse(node, `has ${name}, which our pages do not support`);
  }
  return line;
}

/**
 * Forms of other Markdown dialects. Our parser treats them as text, so readers would see the raw
 * characters.
 */
const foreignForms = [
  [/^\|.*\|/, 'a table'],
  [/~~/, 'strikethrough text'],
  [/^\[[ xX]\] /, 'a task list'],
  [/\[\^[^\]]+\]/, 'a footnote'],
  [/\[\s*\]\(/, 'a link without words'],
] as const;

function refuseTooMany(markdown: MarkdownFile, nodes: Nodes[], max: number, what: string): void {
  const [first] = nodes.slice(max);
  if (first) markdown.refuse(first, `has ${nodes.length} ${what}; the limit is ${max}`);
}
