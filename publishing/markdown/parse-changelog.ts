import type { Heading, RootContent } from 'mdast';
import {
  type ChangeCategory,
  type ChangelogEntry,
  changeCategories,
  readVersionHeading,
} from '../../contract/content/changelog.ts';
import { compareVersions } from '../../contract/rules/version.ts';
import { isComment, listItems, type MarkdownFile, readMarkdown, sectionsOf } from './markdown.ts';

/**
 * Returns every version of the changelog, newest first. Throws `ContentError` with the line of the
 * error.
 */
export function parseChangelog(file: string, text: string): ChangelogEntry[] {
  const markdown = readMarkdown(file, text);
  const entries: ChangelogEntry[] = [];

  for (const node of markdown.root.children) {
    if (isComment(node) || isTitle(node)) continue;
    if (node.type === 'heading' && node.depth === 2) {
      entries.push(readVersion(markdown, node, entries));
      continue;
    }
    const entry = entries.at(-1);
    if (!entry) return markdown.refuse(node, 'is before the first version');
    addToEntry(markdown, entry, node);
  }
  return entries;
}

const isTitle = (node: RootContent) => node.type === 'heading' && node.depth === 1;

/** The heading as written, with its brackets. */
function headingText({ position }: Heading, { body }: MarkdownFile): string {
  return body
    .slice(position?.start.offset, position?.end.offset)
    .replace(/^#+\s*/, '')
    .trim();
}

function readVersion(markdown: MarkdownFile, heading: Heading, newer: ChangelogEntry[]): ChangelogEntry {
  const rawHeading = headingText(heading, markdown);
  const read = readVersionHeading(rawHeading);
  if ('problem' in read) return markdown.refuse(heading, read.problem);
  const { version } = read;
  const next = newer.at(-1);
  if (next && compareVersions(next.version, version) <= 0) {
    return markdown.refuse(heading, `${version} is below ${next.version} but is not older`);
  }
  return { rawHeading, ...read, body: [], categories: [] };
}

function addToEntry(markdown: MarkdownFile, entry: ChangelogEntry, node: RootContent): void {
  if (node.type === 'heading') {
    const name = headingText(node, markdown);
    if (node.depth !== 3 || !isCategory(name)) {
      markdown.refuse(node, `"${name}" is not one of ${changeCategories.join(', ')}`);
    }
    if (entry.categories.some((category) => category.name === name)) {
      markdown.refuse(node, `${entry.version} has ${name} twice`);
    }
    entry.categories.push({ name, changes: [] });
    return;
  }
  const category = entry.categories.at(-1);
  if (!category) {
    entry.body.push(...sectionsOf(markdown, [node]));
    return;
  }
  if (node.type !== 'list') markdown.refuse(node, `${category.name} may contain only list items`);
  category.changes.push(...listItems(markdown, node));
}

function isCategory(name: string): name is ChangeCategory {
  return changeCategories.some((category) => category === name);
}
