import type { PhrasingContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { idOf } from '../../contract/content/id-of.ts';
import { plainText } from '../../contract/content/plain-text.ts';
import type { ArticleSection, Inline } from '../../contract/content/sections.ts';
import type { StoredSection } from '../../contract/records/article.ts';
import { isSafeHref } from './markdown.ts';

/**
 * Converts a record of the Articles table to the sections of its page. Emphasis, code and links
 * become data. Everything else, such as HTML, stays text, and a link keeps its address only if it
 * is safe. Nothing in the record can inject markup.
 */
export function articleSections(content: StoredSection[]): ArticleSection[] {
  const takenIds = new Set(idsOfThePage);
  return content.map((section) => sectionOf(section, takenIds));
}

function sectionOf(section: StoredSection, takenIds: Set<string>): ArticleSection {
  switch (section.type) {
    case 'header': {
      const content = inlineOf(section.content);
      const id = freeId(idOf(plainText(content)) || 'section', takenIds);
      return { type: 'header', id, level: section.level, content };
    }
    case 'paragraph':
      return { type: 'paragraph', content: inlineOf(section.content) };
    case 'list':
      return {
        type: 'list',
        content: section.content.map(({ content }) => ({ content: inlineOf(content) })),
      };
    case 'picture':
      return section;
  }
}

/** Ids that the page uses outside of the article. */
const idsOfThePage = [
  'root',
  'main',
  'contents',
  'page-data',
  'footer-quick',
  'footer-legal',
  'footer-community',
];

function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let count = 2; taken.has(id); count++) id = `${wanted}-${count}`;
  taken.add(id);
  return id;
}

/** Markdown's blocks, and the inline syntax that we do not support. */
const textOnly = [
  'blockQuote',
  'codeFenced',
  'codeIndented',
  'definition',
  'hardBreakEscape',
  'headingAtx',
  'htmlFlow',
  'htmlText',
  'labelStartImage',
  'list',
  'setextUnderline',
  'thematicBreak',
];

/**
 * The maximum depth of nested marks: deeper than anyone needs, and shallow enough to process
 * recursively.
 */
const deepestMarks = 8;

function inlineOf(markdown: string): Inline[] {
  const line = markdown.replace(/\s+/g, ' ').trim();
  const [paragraph] = fromMarkdown(line, { extensions: [{ disable: { null: textOnly } }] }).children;
  return paragraph?.type === 'paragraph' ? paragraph.children.flatMap((node) => markOf(node, 1)) : [line];

  function markOf(node: PhrasingContent, depth: number): Inline[] {
    const source = () => line.slice(node.position?.start.offset, node.position?.end.offset);
    if (depth > deepestMarks) return [source()];
    switch (node.type) {
      case 'text':
        return [node.value];
      case 'inlineCode':
        return [{ mark: 'code', content: [node.value] }];
      case 'strong':
      case 'emphasis':
        return [{ mark: node.type, content: node.children.flatMap((child) => markOf(child, depth + 1)) }];
      case 'link': {
        const content = node.children.flatMap((child) => markOf(child, depth + 1));
        return isSafeHref(node.url) ? [{ mark: 'link', href: node.url, content }] : content;
      }
      default:
        return [source()];
    }
  }
}
