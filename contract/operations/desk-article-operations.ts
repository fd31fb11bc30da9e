import { pictureWidths } from '../content/picture-files.ts';
import { articleLimits, articleStatus } from '../records/article.ts';
import {
  type ListedArticle,
  type PreviewedArticle,
  type StoredVersion,
  seenArticle,
  seenVersions,
  type UploadedPicture,
} from '../records/desk-articles.ts';
import { maxPictureBytes } from '../rules/picture-limits.ts';
import * as z from '../zod.ts';
import { defineOperation } from './define-operation.ts';
import { action, scheduledTime } from './desk-fields.ts';
import { cursor, line, type NoFields, prose, submissionId } from './fields.ts';

/** A Markdown file. */
const articleText = prose(articleLimits.content);

const articleName = { slug: line(articleLimits.slug) };

/** Returns a page of the articles in a state, newest first. */
export const deskArticles = defineOperation('deskArticles', {
  request: () => z.strictObject({ status: articleStatus, cursor }),
  response: {} as { articles: ListedArticle[]; next?: string },
});

/** Returns a Markdown file or a stored article as the site would show it. */
export const deskPreviewArticle = defineOperation('deskPreviewArticle', {
  request: () => z.union([z.strictObject({ text: articleText }), z.strictObject(articleName)]),
  response: {} as PreviewedArticle,
});

/** The draft that the admin saw. */
const draft = { ...articleName, seen: seenArticle };

/**
 * Stores a Markdown file as a draft, or publishes it, which replaces the published version and the draft. Or publishes a stored draft, at once or at
 * a time; without a time, a scheduled draft is not published any more.
 */
export const deskStoreArticle = defineOperation('deskStoreArticle', {
  request: () =>
    z.union([
      z.strictObject({
        actionId: submissionId,
        text: articleText,
        status: z.literal('draft'),
        seen: seenVersions,
      }),
      z.strictObject({ ...action, text: articleText, status: z.literal('published'), seen: seenVersions }),
      z.strictObject({ ...action, ...draft, status: z.literal('published') }),
      z.strictObject({ ...action, ...draft, status: z.literal('scheduled'), schedule: scheduledTime }),
      z.strictObject({ actionId: submissionId, ...draft, status: z.literal('draft') }),
    ]),
  response: {} as StoredVersion,
});

/**
 * Stores a picture for a text: PNG or JPEG files in its widths, narrowest first, without the metadata of a camera. The browser draws them, because a
 * library for that is ten times as large as this function, and sends them in base64: a direct upload to the bucket would show a file to visitors
 * before its metadata is removed.
 */
export const deskUploadPicture = defineOperation('deskUploadPicture', {
  request: () =>
    z.strictObject({
      files: z
        .array(z.string().check(z.minLength(1), z.maxLength(Math.ceil(maxPictureBytes / 3) * 4)))
        .check(z.minLength(1), z.maxLength(pictureWidths.length)),
    }),
  response: {} as UploadedPicture,
});

/** Discards the draft of an article. The published version stays. */
export const deskDiscardArticle = defineOperation('deskDiscardArticle', {
  request: () => z.strictObject({ actionId: submissionId, ...draft }),
  response: {} as NoFields,
});

/** Takes an article offline. Its text stays as a draft, unless there is a draft already. */
export const deskUnpublishArticle = defineOperation('deskUnpublishArticle', {
  request: () => z.strictObject({ ...action, ...articleName, seen: seenVersions }),
  response: {} as NoFields,
});
