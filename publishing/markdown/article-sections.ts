import type { PhrasingContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { plainText } from '../../contract/content/plain-text.ts';
import type { Inline, Section } from '../../contract/content/sections.ts';
import type { StoredSection } from '../../contract/records/article.ts';
import { idOf, isSafeHref } from './markdown.ts';

/**
 * The sections of a record of the Articles table as pages show them. Emphasis, code and links become data; everything else, HTML above
 * all, stays the text that it is, and a link that leads anywhere but to a page loses its address. Whoever wrote the record, nothing in
 * it becomes markup of its own.
 */
export function articleSections(content: StoredSection[]): Section[] {
  const takenIds = new Set(idsOfThePage);
  return content.map((section) => sectionOf(section, takenIds));
}

function sectionOf(section: StoredSection, takenIds: Set<string>): Section {
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
  }
}

/** What stands on the page around an article. */
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

/** Markdown's forms that take a whole line or more, and those within a line that we have no form for. */
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

/** Marks within marks. More than a writer means, and few enough for everything that goes through them. */
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
