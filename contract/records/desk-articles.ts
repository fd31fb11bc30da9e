import type { ArticleSection } from '../content/sections.ts';
import type { ArticleState } from '../rules/article-states.ts';
import type { ZonedTime } from '../rules/zoned-time.ts';
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

/** The versions of an article that an admin saw: the one for visitors, and the draft. */
export const seenVersions = z.strictObject({ live: z.optional(seenArticle), draft: z.optional(seenArticle) });

export type SeenVersions = z.infer<typeof seenVersions>;

/** The draft of an article, in the desk's list. */
export interface ListedDraft extends SeenArticle {
  /** When the site publishes it. */
  schedule?: ZonedTime | undefined;
}

/** An article in the desk's list: the published version with its draft, or a draft. */
export interface ListedArticle extends ListedDraft {
  slug: string;
  headline: string;
  status: ArticleStatus;
  state: ArticleState;
  createdAt: string;
  /** Why the site refused this version. */
  problems?: string[] | undefined;
  /** The draft of a published article. */
  draft?: ListedDraft | undefined;
  /** Set for a draft whose article is published. */
  isBesideLive?: true | undefined;
}

/** A Markdown file or a stored article as the site would show it. */
export interface PreviewedArticle {
  article: PublishedSummary & { sections: ArticleSection[] };
  /** The stored versions of the article. */
  seen: SeenVersions;
  /** The Markdown file of a stored article: as it was written, if it is a draft. */
  text?: string | undefined;
}

/** The version that a request has stored. */
export interface StoredVersion {
  slug: string;
  /** A text that replaces a scheduled draft is scheduled too. */
  status: ArticleStatus;
  schedule?: ZonedTime | undefined;
}

/** A stored picture, as a text names it. */
export interface UploadedPicture {
  /** The path on the site. */
  url: string;
  /** Pixels. */
  width: number;
  height: number;
}
