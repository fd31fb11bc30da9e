import { isDay } from '../rules/day.ts';
import { isPrerelease, maxVersionLength, versionPattern } from '../rules/version.ts';
import type { Inline, Section } from './sections.ts';

export const changeCategories = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'] as const;
export type ChangeCategory = (typeof changeCategories)[number];

/** A version in `content/changelog.md`. */
export interface ChangelogEntry {
  /** The heading as written. */
  rawHeading: string;
  version: string;
  /** An ISO 8601 date. */
  date: string;
  /** The stage of development; empty for a version that people can download. */
  label: string;
  /** The text before the first category. */
  body: Section[];
  categories: { name: ChangeCategory; changes: Inline[][] }[];
}

export type ChangelogStatus = 'development' | 'testing' | 'live';

export function statusOfLabel(label: string): ChangelogStatus {
  if (label === 'Dev') return 'development';
  return label === 'Testing' ? 'testing' : 'live';
}

/** The form of a heading, for error messages. */
const headingForm = '[1.2.3] - 2025-01-31 - Label';

/** Reads the heading of a version, without its `##`. Returns an error message if the heading is not valid. */
export function readVersionHeading(
  heading: string,
): Pick<ChangelogEntry, 'version' | 'date' | 'label'> | { problem: string } {
  const [, version = '', date = '', label = ''] =
    /^\[([^\]]+)\] - (\d{4}-\d{2}-\d{2})(?: - (\S.*))?$/.exec(heading) ?? [];
  if (!versionPattern.test(version) || version.length > maxVersionLength)
    return { problem: `"${heading}" is not "${headingForm}"` };
  if (!isDay(date)) return { problem: `${date} is not a date` };
  // A typo in the label would publish a version that is still in development.
  if (/^(dev|test)/i.test(label) && label !== 'Dev' && label !== 'Testing')
    return { problem: `the label must be "Dev" or "Testing", not "${label}"` };
  if (isPrerelease(version) && statusOfLabel(label) === 'live')
    return {
      problem: `${version} comes before ${version.replace(/-.*/, '')}, so it needs the label "Dev" or "Testing"`,
    };
  return { version, date, label };
}
