import * as z from 'zod';
import { bytesOf, storedBytes } from '../rules/stored-bytes.ts';

/**
 * Sizes in bytes of UTF-8, and counts. They are far above any real article and keep rendering fast.
 * An article with all these sizes at once still fits into one DynamoDB item, see `maxItemBytes`.
 */
export const articleLimits = {
  slug: 100,
  headline: 200,
  author: 100,
  description: 500,
  coverAlternative: 1_000,
  /** A heading, a paragraph or an item of a list. */
  line: 10_000,
  sections: 1_000,
  itemsOfList: 500,
  /** The whole text, with what DynamoDB adds for each heading, paragraph and item. */
  content: 350_000,
  /** Of each file of the cover. */
  url: 300,
  pictures: 50,
};

/** From the top of the site: `/media/articles/…`, without a way back up. */
const mediaUrl = z
  .string()
  .regex(/^\/media(\/(?!\.{1,2}(\/|$))[\w.-]+)+$/)
  .max(articleLimits.url);

/** A file that a browser may choose for the place it has and the formats it knows. */
const picture = z.object({
  url: mediaUrl,
  type: z.enum(['image/avif', 'image/webp']),
  /** CSS pixels. */
  width: z.int().positive(),
});

/** Not of spaces alone, of whatever kind. */
const text = (maxBytes: number) => atMost(maxBytes, z.string().trim().min(1));

const atMost = <Schema extends z.ZodString>(maxBytes: number, schema: Schema) =>
  schema.refine((value) => bytesOf(value) <= maxBytes, `has more than ${maxBytes} bytes`);

const line = text(articleLimits.line);

/** Its `content` is Markdown as far as it stands within a line: emphasis, code and links. Everything else in it is text. */
const section = z.discriminatedUnion('type', [
  z.object({ type: z.literal('header'), level: z.literal([2, 3]).default(2), content: line }),
  z.object({ type: z.literal('paragraph'), content: line }),
  z.object({
    type: z.literal('list'),
    content: z.array(z.object({ content: line })).max(articleLimits.itemsOfList),
  }),
]);

/** What lists show of an article. */
export const articleSummary = z.object({
  /** Its address is `/blog/<slug>`. */
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    .max(articleLimits.slug),
  headline: text(articleLimits.headline),
  author: text(articleLimits.author),
  description: text(articleLimits.description),
  /** ISO 8601, a day: what readers see, and what the list is ordered by. */
  createdAt: z.iso.date(),
  /** ISO 8601, UTC: changes with every edit. */
  updatedAt: z.iso.datetime().max(40),
  /** Of the cover, for who knows one size and no others. Without a cover, a drawing takes its place. */
  coverImageUrl: mediaUrl.optional(),
  cover: z
    .object({
      /** What it shows, for those who do not see it. */
      alternative: atMost(articleLimits.coverAlternative, z.string()),
      width: z.int().positive(),
      height: z.int().positive(),
      /** The same picture in several formats and sizes. */
      pictures: z.array(picture).min(1).max(articleLimits.pictures),
    })
    .optional(),
  /** What networks show of it: a PNG of 1200 × 630 pixels. */
  socialImageUrl: mediaUrl.optional(),
});

/** A record of the Articles table. */
export const storedArticle = articleSummary.extend({
  status: z.enum(['draft', 'published']),
  content: z
    .array(section)
    .max(articleLimits.sections)
    .refine(
      (content) => storedBytes(content) <= articleLimits.content,
      `has more than ${articleLimits.content} bytes`,
    ),
});

/** The attribute `refusal` of an item: why the site does not show the article as it is. */
export const storedRefusal = z.object({
  /** The `updatedAt` of the item that was refused. Missing if the item had none. */
  updatedAt: z.unknown().optional(),
  problems: z.array(z.string()),
});

/** What lists show of a published article. */
export const publishedSummary = articleSummary.extend({
  readingMinutes: z.int().positive(),
});

export type StoredArticle = z.infer<typeof storedArticle>;
export type StoredSection = StoredArticle['content'][number];
export type StoredRefusal = z.infer<typeof storedRefusal>;
export type PublishedSummary = z.infer<typeof publishedSummary>;
