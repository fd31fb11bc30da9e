import type { Inline, Section } from './sections.ts';

export const changeCategories = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'] as const;
export type ChangeCategory = (typeof changeCategories)[number];

/** A version in `content/changelog.md`. */
export interface ChangelogEntry {
  /** The heading as it is written. */
  rawHeading: string;
  version: string;
  /** ISO 8601, a day. */
  date: string;
  /** How far the version has come; empty for one that people download. */
  label: string;
  /** What the version is about, before its first category. */
  body: Section[];
  categories: { name: ChangeCategory; changes: Inline[][] }[];
}

export type ChangelogStatus = 'development' | 'testing' | 'live';

export function statusOfLabel(label: string): ChangelogStatus {
  if (label === 'Dev') return 'development';
  return label === 'Testing' ? 'testing' : 'live';
}
