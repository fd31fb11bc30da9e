import type { RootContent } from 'mdast';
import { statusOfLabel } from '../../contract/content/changelog.ts';
import { isComment, readMarkdown } from './markdown.ts';
import { parseChangelog } from './parse-changelog.ts';

/**
 * The changelog that visitors may download: without comments and without versions in development.
 * @throws ContentError with the line of the mistake
 */
export function publicChangelog(file: string, text: string): string {
  const { body, root } = readMarkdown(file, text);
  const versions = parseChangelog(file, text);
  let version = -1;
  const isPublic = (node: RootContent) => {
    if (isComment(node)) return false;
    if (node.type === 'heading' && node.depth === 2) version += 1;
    const label = versions[version]?.label ?? '';
    return statusOfLabel(label) !== 'development';
  };
  const blocks = root.children
    .filter(isPublic)
    .map(({ position }) => body.slice(position?.start.offset, position?.end.offset));
  return `${blocks.join('\n\n')}\n`;
}
