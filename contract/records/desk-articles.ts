import * as z from 'zod';
import type { Section } from '../content/sections.ts';
import { publishedSummary, storedArticle } from './article.ts';

/** The version of an article that a member of the team saw. An item that somebody wrote by hand may have none. */
export const seenArticle = z.strictObject({ updatedAt: z.string().max(100).optional() });

export type SeenArticle = z.infer<typeof seenArticle>;

/** An article in the desk's list. */
export const listedArticle = seenArticle.extend({
  slug: z.string(),
  headline: z.string(),
  status: storedArticle.shape.status,
  createdAt: z.string(),
  /** Why the site refused this version. */
  problems: z.array(z.string()).optional(),
});

export type ListedArticle = z.infer<typeof listedArticle>;

/** A Markdown file as the site would show it. */
export const previewedArticle = z.object({
  article: publishedSummary.extend({ sections: z.array(z.custom<Section>()) }),
  /** The stored article that it would replace. */
  seen: seenArticle.optional(),
});

export type PreviewedArticle = z.infer<typeof previewedArticle>;
