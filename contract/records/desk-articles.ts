import * as z from 'zod';
import type { ArticleSection } from '../content/sections.ts';
import { articleStates } from '../rules/article-states.ts';
import { articleStatus, publishedSummary } from './article.ts';

/** The version of an article that a member of the team saw. An item that somebody wrote by hand may have any value, or none. */
export const seenArticle = z.strictObject({
  updatedAt: z.union([z.string().max(100), z.number(), z.boolean(), z.null()]).optional(),
});

export type SeenArticle = z.infer<typeof seenArticle>;

/** An article in the desk's list. */
export const listedArticle = seenArticle.extend({
  slug: z.string(),
  headline: z.string(),
  status: articleStatus,
  state: z.enum(articleStates),
  createdAt: z.string(),
  /** Why the site refused this version. */
  problems: z.array(z.string()).optional(),
});

export type ListedArticle = z.infer<typeof listedArticle>;

/** A Markdown file as the site would show it. */
export const previewedArticle = z.object({
  article: publishedSummary.extend({ sections: z.array(z.custom<ArticleSection>()) }),
  /** The stored article that it would replace. */
  seen: seenArticle.optional(),
});

export type PreviewedArticle = z.infer<typeof previewedArticle>;
