import { maxAlternativeBytes } from '../rules/picture-limits.ts';
import { bytesOf, storedBytes } from '../rules/stored-bytes.ts';
import type { ZonedTime } from '../rules/zoned-time.ts';
import * as z from '../zod.ts';

/**
 * Sizes in bytes of UTF-8, and counts. They are far above those of any real article and keep
 * rendering fast. An article that reaches all of them still fits into one DynamoDB item, see
 * `maxItemBytes`.
 */
export const articleLimits = {
  slug: 100,
  headline: 200,
  author: 100,
  description: 500,
  coverAlternative: 1_000,
  pictureAlternative: maxAlternativeBytes,
  /** The size of a heading, a paragraph or a list item. */
  line: 10_000,
  sections: 1_000,
  itemsOfList: 500,
  /**
   * The size of the whole text, including what DynamoDB adds for each heading, paragraph and item.
   */
  content: 350_000,
  /** The size of the file of a draft, which is stored as it was written. */
  file: 380_000,
  /** The size of the path of each cover file. */
  url: 300,
  pictures: 50,
};

/** A path from the root of the site, `/media/articles/…`, without `..`. */
const mediaUrl = z
  .string()
  .check(z.regex(/^\/media(\/(?!\.{1,2}(\/|$))[\w.-]+)+$/), z.maxLength(articleLimits.url));

/** A file of a cover that a browser can choose by the available width and the formats it supports. */
const picture = z.object({
  url: mediaUrl,
  type: z.enum(['image/avif', 'image/webp']),
  /** CSS pixels. */
  width: z.int().check(z.positive()),
});

/** Text that contains more than whitespace. */
const text = (maxBytes: number) => atMost(maxBytes, z.string().check(z.trim(), z.minLength(1)));

const atMost = <Schema extends z.ZodMiniString>(maxBytes: number, schema: Schema) =>
  schema.check(z.refine((value) => bytesOf(value) <= maxBytes, `has more than ${maxBytes} bytes`));

const line = text(articleLimits.line);

export const pictureSection = z.object({
  type: z.literal('picture'),
  url: mediaUrl,
  /** The text alternative. */
  alternative: atMost(articleLimits.pictureAlternative, z.string()),
  /** CSS pixels. */
  width: z.int().check(z.positive()),
  height: z.int().check(z.positive()),
});

/**
 * `content` may contain inline Markdown: emphasis, code and links. Everything else in it is plain
 * text.
 */
const section = z.discriminatedUnion('type', [
  z.object({ type: z.literal('header'), level: z._default(z.literal([2, 3]), 2), content: line }),
  z.object({ type: z.literal('paragraph'), content: line }),
  z.object({
    type: z.literal('list'),
    content: z.array(z.object({ content: line })).check(z.maxLength(articleLimits.itemsOfList)),
  }),
  pictureSection,
]);

/** The fields of an article that lists show. */
export const articleSummary = z.object({
  /** Its address is `/blog/<slug>`, or `/letters/<slug>` for a newsletter. */
  slug: z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), z.maxLength(articleLimits.slug)),
  headline: text(articleLimits.headline),
  author: text(articleLimits.author),
  description: text(articleLimits.description),
  /** An ISO 8601 date: readers see it and lists are sorted by it. */
  createdAt: z.iso.date(),
  /** ISO 8601, UTC. Changes with every edit. */
  updatedAt: z.iso.datetime().check(z.maxLength(40)),
  /**
   * The cover, for clients that support only one size. An article without a cover shows a drawing.
   */
  coverImageUrl: z.optional(mediaUrl),
  cover: z.optional(
    z.object({
      /** The text alternative. */
      alternative: atMost(articleLimits.coverAlternative, z.string()),
      width: z.int().check(z.positive()),
      height: z.int().check(z.positive()),
      /** The same picture in several formats and sizes. */
      pictures: z.array(picture).check(z.minLength(1), z.maxLength(articleLimits.pictures)),
    }),
  ),
  /** The preview for social networks: a PNG of 1200 × 630 pixels. */
  socialImageUrl: z.optional(mediaUrl),
});

/** The status that the team gives an article. A `scheduled` one is a draft that the site publishes at its time. */
export const articleStatus = z.enum(['draft', 'scheduled', 'published']);

/** A record of the Articles table. */
export const storedArticle = z.extend(articleSummary, {
  /** `letter` is a newsletter that was sent. It never changes again. */
  status: z.enum([...articleStatus.options, 'letter']),
  content: z.array(section).check(
    z.maxLength(articleLimits.sections),
    z.refine(
      (content) => storedBytes(content) <= articleLimits.content,
      `has more than ${articleLimits.content} bytes`,
    ),
  ),
});

/**
 * A draft. A published article keeps its item while its draft is stored beside it, under another key: see
 * lambdas/domain/articles/article-versions.ts.
 */
export interface StoredDraft extends Omit<StoredArticle, 'status' | 'content'> {
  status: Exclude<ArticleStatus, 'published'>;
  /** The Markdown file. Missing in an article that was taken offline, and in drafts from before December 2026; these have `content`. */
  text?: string;
  content?: StoredArticle['content'];
  /** When the site publishes it. */
  schedule?: ZonedTime;
}

/** The attribute `refusal` of an item: why the site does not show the current article. */
export const storedRefusal = z.object({
  /** The `updatedAt` of the refused item. Missing if the item had none. */
  updatedAt: z.optional(z.unknown()),
  problems: z.array(z.string()),
  /** True until the team gets the email about it. */
  isUnreported: z.optional(z.boolean()),
});

/** The fields of a published article that lists show. */
export const publishedSummary = z.extend(articleSummary, {
  readingMinutes: z.int().check(z.positive()),
});

export type ArticleStatus = z.infer<typeof articleStatus>;
export type StoredArticle = z.infer<typeof storedArticle>;
export type StoredSection = StoredArticle['content'][number];
export type StoredRefusal = z.infer<typeof storedRefusal>;
export type PublishedSummary = z.infer<typeof publishedSummary>;
