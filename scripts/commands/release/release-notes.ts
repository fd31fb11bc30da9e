import { readFile } from 'node:fs/promises';
import type { Channel } from '../../../contract/records/release.ts';

export interface ReleaseNotes {
  channel: Channel;
  /** The date in the changelog, ISO 8601. */
  day: string;
  /** Markdown, without the heading. */
  notes: string;
}

/**
 * Reads a version from the changelog. Its label decides the channel: Testing is the beta channel.
 * @throws Error when the version is missing in the changelog, or still in development
 */
export async function readReleaseNotes(
  version: string,
  file = 'content/changelog.md',
): Promise<ReleaseNotes> {
  const text = await readFile(file, 'utf8');
  const sections = text.split(/^## /m).slice(1);
  const section = sections.find((candidate) => candidate.startsWith(`[${version}]`));
  if (!section) {
    throw new Error(
      `${file} has no heading "## [${version}] - date". Write the release notes there first: people read them on the changelog page.`,
    );
  }
  const [heading = '', ...lines] = section.split('\n');
  const match = /^\[[^\]]+\] - (\S+)(?: - (.+?))?\s*$/.exec(heading);
  if (!match) {
    throw new Error(
      `${file}: the heading of ${version} must be "## [version] - date" or "## [version] - date - label".`,
    );
  }
  const [, day = '', label] = match;
  if (label === 'Dev') {
    throw new Error(
      `${file} says that ${version} is in development: remove the label Dev, or replace it with Testing.`,
    );
  }
  return { channel: label === 'Testing' ? 'beta' : 'stable', day, notes: lines.join('\n').trim() };
}
