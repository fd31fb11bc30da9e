import type { Nodes, PhrasingContent, Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { idOf } from '../../contract/content/id-of.ts';
import { plainText } from '../../contract/content/plain-text.ts';
import type { Inline, Section } from '../../contract/content/sections.ts';
import { isDay } from '../../contract/rules/day.ts';

/**
 * A content file that cannot be published. The message begins with the place:
 * `content/blog/a.md:12: …`.
 */
export class ContentError extends Error {
  override name = 'ContentError';

  constructor(file: string, line: number, problem: string) {
    super(`${file}:${line}: ${problem}`);
  }
}

/** A parsed Markdown file that can name the line of an error. */
export interface MarkdownFile {
  file: string;
  /** The lines with the fields. */
  top: string;
  /** The text after the fields. Positions in `root` are relative to it. */
  body: string;
  root: Root;
  /** The fields between the `---` lines at the top. */
  fields: Record<string, string>;
  /** The line number of each field in the file. */
  fieldLines: Record<string, number>;
  /** Throws `ContentError` with the line of the node. */
  refuse: (node: Pick<Nodes, 'position'>, problem: string) => never;
}

const frontMatter = /^---\n([\s\S]*?)\n---(?:\n|$)/;

export function readMarkdown(file: string, text: string): MarkdownFile {
  // Some editors begin a file with a byte order mark.
  const unixText = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const [matter = '', lines = ''] = frontMatter.exec(unixText) ?? [];
  if (!matter && unixText.startsWith('---\n'))
    throw new ContentError(file, 1, 'the fields at the top do not end with a line "---"');
  const linesBefore = matter.split('\n').length - 1;
  const body = unixText.slice(matter.length);
  return {
    file,
    top: matter,
    body,
    root: fromMarkdown(body),
    ...readFields(file, lines),
    refuse: (node, problem) => {
      throw new ContentError(file, linesBefore + (node.position?.start.line ?? 1), problem);
    },
  };
}

function readFields(file: string, lines: string): Pick<MarkdownFile, 'fields' | 'fieldLines'> {
  const fields: Record<string, string> = {};
  const fieldLines: Record<string, number> = {};
  for (const [index, line] of lines.split('\n').entries()) {
    if (line.trim() === '') continue;
    // The first line of the file is the `---`.
    const lineNumber = index + 2;
    const [, name, value] = /^([a-zA-Z]+):(?: +(.*))?$/.exec(line) ?? [];
    if (name && !value?.trim()) throw new ContentError(file, lineNumber, `the field ${name} is empty`);
    if (!name || !value) throw new ContentError(file, lineNumber, `"${line}" is not "name: value"`);
    if (Object.hasOwn(fields, name)) throw new ContentError(file, lineNumber, `has a second ${name}`);
    fields[name] = value.trim();
    fieldLines[name] = lineNumber;
  }
  return { fields, fieldLines };
}

/**
 * Returns the named fields of the file. Throws `ContentError` for the first one that is missing.
 */
export function requiredFields<Name extends string>(
  { file, fields }: MarkdownFile,
  names: readonly Name[],
): Record<Name, string> {
  const entries = names.map((name) => {
    const value = fields[name];
    if (!value) throw new ContentError(file, 1, `has no ${name}`);
    return [name, value];
  });
  return Object.fromEntries(entries) as Record<Name, string>;
}

/** Returns the named field. Throws `ContentError` if it is not a date like `2025-06-13`. */
export function requiredDate(markdown: MarkdownFile, name: string): string {
  const date = requiredFields(markdown, [name])[name] ?? '';
  if (!isDay(date)) {
    throw new ContentError(
      markdown.file,
      markdown.fieldLines[name] ?? 1,
      `${name} "${date}" is not a date like 2025-06-13`,
    );
  }
  return date;
}

/**
 * Converts the blocks of a file to data. Throws `ContentError` for a block that is not supported.
 */
export function sectionsOf(markdown: MarkdownFile, nodes: RootContent[] = markdown.root.children): Section[] {
  return nodes.filter((node) => !isComment(node)).map((node) => sectionOf(markdown, node));
}

export function isComment(node: RootContent): boolean {
  return node.type === 'html' && /^<!--[\s\S]*-->$/.test(node.value);
}

function sectionOf(markdown: MarkdownFile, node: RootContent): Section {
  switch (node.type) {
    case 'heading': {
      if (node.depth !== 2 && node.depth !== 3) {
        return markdown.refuse(node, `a heading must have level 2 or 3, not ${node.depth}`);
      }
      const content = inlineOf(markdown, node.children);
      return { type: 'header', id: idOf(plainText(content)), level: node.depth, content };
    }
    case 'paragraph':
      return { type: 'paragraph', content: inlineOf(markdown, node.children) };
    case 'list':
      return {
        type: 'list',
        ...(node.ordered && { isOrdered: true }),
        content: listItems(markdown, node).map((content) => ({ content })),
      };
    default:
      return markdown.refuse(node, cannotShow(node));
  }
}

const nameOfForm: Partial<Record<Nodes['type'], string>> = {
  blockquote: 'a quotation',
  break: 'a line break',
  code: 'a code block',
  definition: 'a reference link',
  html: 'HTML',
  image: 'a picture',
  imageReference: 'a picture',
  linkReference: 'a reference link',
  thematicBreak: 'a horizontal rule',
};

/** Names for authors instead of the terms of the Markdown parser. */
export function cannotShow({ type }: Nodes): string {
  return `has ${nameOfForm[type] ?? `a ${type}`}, which is not supported`;
}

/**
 * Returns the text of each list item. Throws `ContentError` if an item is more than one paragraph.
 */
export function listItems(markdown: MarkdownFile, list: Extract<RootContent, { type: 'list' }>): Inline[][] {
  return list.children.map((item) => {
    const [paragraph, ...others] = item.children;
    if (paragraph?.type !== 'paragraph' || others.length > 0) {
      return markdown.refuse(item, 'a list item must be one paragraph');
    }
    return inlineOf(markdown, paragraph.children);
  });
}

/**
 * Converts inline marks to data. Throws `ContentError` for unsupported marks and for unsafe links.
 */
export function inlineOf(markdown: Pick<MarkdownFile, 'refuse'>, nodes: PhrasingContent[]): Inline[] {
  return nodes.map((node): Inline => {
    switch (node.type) {
      case 'text':
        return node.value.replaceAll('\n', ' ');
      case 'inlineCode':
        return { mark: 'code', content: [node.value] };
      case 'strong':
      case 'emphasis':
        return { mark: node.type, content: inlineOf(markdown, node.children) };
      case 'link':
        if (!isSafeHref(node.url))
          return markdown.refuse(
            node,
            `may not link to ${node.url}. Link to a page of the site, such as /pricing, or to an address that begins with https:// or mailto:`,
          );
        return { mark: 'link', href: node.url, content: inlineOf(markdown, node.children) };
      default:
        return markdown.refuse(node, cannotShow(node));
    }
  });
}

/**
 * Allows pages of the site, HTTPS and `mailto:`. Rejects `javascript:`, `data:` and another host by
 * `//`.
 */
export function isSafeHref(href: string): boolean {
  // Browsers ignore a tab or a line break: "/<tab>/elsewhere" leads to another host.
  return (
    /^(?:https:\/\/|mailto:|#|\/(?![/\\]))/.test(href) &&
    !/\s/.test(href) &&
    URL.canParse(href, 'https://site.invalid')
  );
}
