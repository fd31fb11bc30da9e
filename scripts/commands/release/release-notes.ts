import { statusOfLabel } from '../../../contract/content/changelog.ts';
import type { Channel } from '../../../contract/records/release.ts';
import { isPrerelease } from '../../../contract/rules/version.ts';
import { isComment, type MarkdownFile, readMarkdown } from '../../../publishing/markdown/markdown.ts';
import { parseChangelog } from '../../../publishing/markdown/parse-changelog.ts';
import { readContentFile } from '../../../publishing/markdown/read-content-file.ts';

export interface ReleaseNotes {
  channel: Channel;
  /** The date in the changelog, ISO 8601. */
  day: string;
  /** Markdown, without the heading. */
  notes: string;
}

/**
 * Reads a version from the changelog. Its label decides the channel: Testing is the beta channel.
 * @throws Error when the version is missing in the changelog or still in development, and when the
 * build would refuse the changelog
 */
export async function readReleaseNotes(
  version: string,
  file = 'content/changelog.md',
): Promise<ReleaseNotes> {
  const text = await readContentFile(file);
  const versions = parseChangelog(file, text);
  const index = versions.findIndex((entry) => entry.version === version);
  const entry = versions[index];
  if (!entry) {
    const label = isPrerelease(version) ? ' - Testing' : '';
    throw new Error(
      `${file} has no heading "## [${version}] - date${label}". Write the release notes there first: people read them on the changelog page.`,
    );
  }
  const status = statusOfLabel(entry.label);
  if (status === 'development') {
    throw new Error(
      `${file} says that ${version} is in development: ${isPrerelease(version) ? 'replace the label Dev with Testing' : 'remove the label Dev, or replace it with Testing'}.`,
    );
  }
  return {
    channel: status === 'testing' ? 'beta' : 'stable',
    day: entry.date,
    notes: notesOf(readMarkdown(file, text), index),
  };
}

/** The blocks below the heading of a version, without comments. */
function notesOf({ body, root }: MarkdownFile, index: number): string {
  let current = -1;
  const blocks = root.children.filter((node) => {
    const isHeading = node.type === 'heading' && node.depth === 2;
    if (isHeading) current += 1;
    return current === index && !isHeading && !isComment(node);
  });
  return blocks.map(({ position }) => body.slice(position?.start.offset, position?.end.offset)).join('\n\n');
}
