import type { Section } from '../reading/sections.ts';

/** What a card shows of an article. */
export interface ArticleSummary {
  slug: string;
  headline: string;
  author: string;
  /** ISO 8601, a day. */
  createdAt: string;
  description: string;
}

/** A file of `content/blog`. */
export interface Article extends ArticleSummary {
  sections: Section[];
}
