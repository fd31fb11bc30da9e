import { articleLimits, articleStatus } from '../records/article.ts';
import { type ListedArticle, type PreviewedArticle, seenArticle } from '../records/desk-articles.ts';
import * as z from '../zod.ts';
import { defineOperation } from './define-operation.ts';
import { action } from './desk-fields.ts';
import { cursor, line, type NoFields, prose } from './fields.ts';

/** A Markdown file. */
const articleText = prose(articleLimits.content);

const articleName = { slug: line(articleLimits.slug) };

/** Returns a page of the articles in a state, newest first. */
export const deskArticles = defineOperation('deskArticles', {
  request: z.strictObject({ status: articleStatus, cursor }),
  response: {} as { articles: ListedArticle[]; next?: string },
});

/** Returns a Markdown file or a stored article as the site would show it. */
export const deskPreviewArticle = defineOperation('deskPreviewArticle', {
  request: z.union([z.strictObject({ text: articleText }), z.strictObject(articleName)]),
  response: {} as PreviewedArticle,
});

/** Stores a Markdown file as an article, which is published or remains a draft; or publishes a draft as it is stored. */
export const deskStoreArticle = defineOperation('deskStoreArticle', {
  request: z.union([
    z.strictObject({
      ...action,
      text: articleText,
      status: articleStatus,
      /** The article that it replaces. */
      seen: z.optional(seenArticle),
    }),
    z.strictObject({ ...action, ...articleName, seen: seenArticle }),
  ]),
  response: {} as { slug: string },
});

/** Takes an article offline, and keeps it as a draft. */
export const deskUnpublishArticle = defineOperation('deskUnpublishArticle', {
  request: z.strictObject({ ...action, ...articleName, seen: seenArticle }),
  response: {} as NoFields,
});
