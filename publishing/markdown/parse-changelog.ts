import type { Heading, RootContent } from 'mdast';
import {
  type ChangeCategory,
  type ChangelogEntry,
  changeCategories,
} from '../../contract/content/changelog.ts';
import { isComment, isDay, listItems, type MarkdownFile, readMarkdown, sectionsOf } from './markdown.ts';

const versionHeading = /^\[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})(?: - (\S.*))?$/;

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
      entries.push(readVersion(markdown, node, text, entries));
      continue;
    }
    const entry = entries.at(-1);
    if (!entry) return markdown.refuse(node, 'is before the first version');
    addToEntry(markdown, entry, node, text);
  }
  return entries;
}

const isTitle = (node: RootContent) => node.type === 'heading' && node.depth === 1;

/** The heading as written, with its brackets. */
function headingText({ position }: Heading, text: string): string {
  return text
    .slice(position?.start.offset, position?.end.offset)
    .replace(/^#+\s*/, '')
    .trim();
}

function readVersion(
  markdown: MarkdownFile,
  heading: Heading,
  text: string,
  newer: ChangelogEntry[],
): ChangelogEntry {
  const rawHeading = headingText(heading, text);
  const [, version, date, label = ''] = versionHeading.exec(rawHeading) ?? [];
  if (!version || !date) {
    return markdown.refuse(heading, `"${rawHeading}" is not "[1.2.3] - 2025-01-31 - Label"`);
  }
  if (!isDay(date)) return markdown.refuse(heading, `${date} is not a date`);
  // A typo in the label would publish a version that is still in development.
  if (/^(dev|test)/i.test(label) && label !== 'Dev' && label !== 'Testing') {
    return markdown.refuse(heading, `the label must be "Dev" or "Testing", not "${label}"`);
  }
  const next = newer.at(-1);
  if (next && compareVersions(next.version, version) <= 0) {
    return markdown.refuse(heading, `${version} is below ${next.version} but is not older`);
  }
  return { rawHeading, version, date, label, body: [], categories: [] };
}

function addToEntry(markdown: MarkdownFile, entry: ChangelogEntry, node: RootContent, text: string): void {
  if (node.type === 'heading') {
    const name = headingText(node, text);
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

function compareVersions(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true });
}
