import type { StoredData } from './stored-data.ts';

/** The lists of an export. Each page continues them. */
export const exportedLists = ['feedback', 'orders', 'emails', 'team', 'referrals', 'conversions'] as const;

export type ExportedPage = Pick<StoredData, (typeof exportedLists)[number]> & {
  /** The cursor of the next page; missing on the last one. */
  next?: string;
};
