import type { ArticleSection } from '../content/sections.ts';
import type { ArticleState } from '../rules/article-states.ts';
import * as z from '../zod.ts';
import type { ArticleStatus, PublishedSummary } from './article.ts';

/** DynamoDB stores no other numbers: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
const storedNumber = z.number().check(
  z.refine((number) => number === 0 || Math.abs(number) >= 1e-130, 'is too close to 0'),
  // The SDK refuses numbers that JavaScript may have rounded.
  z.refine((number) => Math.abs(number) <= Number.MAX_SAFE_INTEGER, 'is too large'),
);

/** The version of an article that an admin saw. An item that somebody wrote by hand may have any value, or none. */
export const seenArticle = z.strictObject({
  updatedAt: z.optional(z.union([z.string().check(z.maxLength(100)), storedNumber, z.boolean(), z.null()])),
});

export type SeenArticle = z.infer<typeof seenArticle>;

/** An article in the desk's list. */
export interface ListedArticle extends SeenArticle {
  slug: string;
  headline: string;
  status: ArticleStatus;
  state: ArticleState;
  createdAt: string;
  /** Why the site refused this version. */
  problems?: string[] | undefined;
}

/** A Markdown file or a stored article as the site would show it. */
export interface PreviewedArticle {
  article: PublishedSummary & { sections: ArticleSection[] };
  /** The stored version: the article that a Markdown file would replace, or the one that is shown. */
  seen?: SeenArticle | undefined;
}
