import * as z from 'zod';

/** A file that a browser may choose for the place it has and the formats it knows. */
const picture = z.object({
  /** From the top of the site: `/media/articles/…`. */
  url: z.string().regex(/^\/media\/[\w./-]+$/),
  type: z.enum(['image/avif', 'image/webp']),
  /** CSS pixels. */
  width: z.int().positive(),
});

const text = z.string().min(1);

/** Its `content` is Markdown as far as it stands within a line: emphasis, code and links. Everything else in it is text. */
const section = z.discriminatedUnion('type', [
  z.object({ type: z.literal('header'), level: z.literal([2, 3]).default(2), content: text }),
  z.object({ type: z.literal('paragraph'), content: text }),
  z.object({ type: z.literal('list'), content: z.array(z.object({ content: text })) }),
]);

/** What lists show of an article. */
export const articleSummary = z.object({
  /** Its address is `/blog/<slug>`. */
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  headline: text,
  author: text,
  description: text,
  /** ISO 8601, a day: what readers see, and what the list is ordered by. */
  createdAt: z.iso.date(),
  /** ISO 8601, UTC: changes with every edit. */
  updatedAt: z.iso.datetime(),
  /** Of the cover, for who knows one size and no others. Without a cover, a drawing takes its place. */
  coverImageUrl: z
    .string()
    .regex(/^\/media\/[\w./-]+$/)
    .optional(),
  cover: z
    .object({
      /** What it shows, for those who do not see it. */
      alternative: z.string(),
      width: z.int().positive(),
      height: z.int().positive(),
      /** The same picture in several formats and sizes. */
      pictures: z.array(picture).min(1),
    })
    .optional(),
  /** What networks show of it: a PNG of 1200 × 630 pixels. */
  socialImageUrl: z
    .string()
    .regex(/^\/media\/[\w./-]+$/)
    .optional(),
});

/** A record of the Articles table. */
export const storedArticle = articleSummary.extend({
  status: z.enum(['draft', 'published']),
  content: z.array(section),
});

/** What lists show of a published article. */
export const publishedSummary = articleSummary.extend({
  readingMinutes: z.int().positive(),
});

export type ArticleSummary = z.infer<typeof articleSummary>;
export type StoredArticle = z.infer<typeof storedArticle>;
export type StoredSection = StoredArticle['content'][number];
export type PublishedSummary = z.infer<typeof publishedSummary>;
