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
