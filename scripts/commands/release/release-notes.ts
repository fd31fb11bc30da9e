import { readFile } from 'node:fs/promises';
import type { Channel } from '../../../contract/records/release.ts';

export interface ReleaseNotes {
  channel: Channel;
  /** The day that the changelog names, ISO 8601. */
  day: string;
  /** Markdown, without the heading. */
  notes: string;
}

/**
 * What the changelog says of a version. Its label decides the channel: Testing is for those who take part in the beta.
 * @throws Error when the changelog does not know the version, or says that it is still in development
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
      `${file} has no heading "## [${version}] - date". Write what is new there first: people read it on the changelog page.`,
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
      `${file} says that ${version} is in development: take the label Dev away, or make it Testing.`,
    );
  }
  return { channel: label === 'Testing' ? 'beta' : 'stable', day, notes: lines.join('\n').trim() };
}
