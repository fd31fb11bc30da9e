import { manualPageIds } from '../content/manual-pages.ts';
import { releaseVersion } from '../records/release.ts';
import { type MailGroup, mailGroup, unsubscribableGroups } from '../records/user.ts';
import { feedbackTypes, textLimits } from '../rules/feedback-limits.ts';
import { platforms } from '../rules/platforms.ts';
import { crashPattern, maxFrameLength, maxFrames, systemVersionPattern } from '../rules/problem-limits.ts';
import * as z from '../zod.ts';
import { defineOperation } from './define-operation.ts';
import { emailAddress, line, linkToken, type NoFields, prose, submissionId } from './fields.ts';

/** Sends the caller's feedback to the team. */
export const feedback = defineOperation('feedback', {
  request: () =>
    z.strictObject({
      feedbackId: submissionId,
      type: z._default(z.enum(feedbackTypes), feedbackTypes[0]),
      content: prose(textLimits.feedback),
    }),
  response: {} as NoFields,
});

/** Tells the team whether a page of the manual was clear. Nothing says who the reader is. */
export const manualFeedback = defineOperation('manualFeedback', {
  request: () =>
    z.strictObject({
      feedbackId: submissionId,
      page: z.enum(manualPageIds),
      isClear: z.boolean(),
      content: z.optional(prose(textLimits.manualFeedback)),
    }),
  response: {} as NoFields,
});

/** Sends a message to the team and a receipt to its sender. */
export const contact = defineOperation('contact', {
  request: () =>
    z.strictObject({
      messageId: submissionId,
      name: line(textLimits.contactName),
      email: emailAddress,
      message: prose(textLimits.contactMessage),
    }),
  response: {} as NoFields,
});

/** Stops the emails that a signed link names. Anyone with the link may use it. */
export const unsubscribe = defineOperation('unsubscribe', {
  request: () =>
    z.strictObject({
      token: linkToken,
      /** Resumes the emails of these groups instead, if the link covers them. */
      beginAgain: z.optional(
        z.array(mailGroup).check(z.minLength(1), z.maxLength(unsubscribableGroups.length)),
      ),
    }),
  response: {} as {
    /** The group that the link covers. */
    group: MailGroup | 'all';
    /** The groups whose setting changed, so that an undo can restore them. */
    changed: MailGroup[];
  },
});

/**
 * Called by a mail program when a user presses its "unsubscribe" button. Not in the callable
 * envelope: the token is in the address, and the body is `List-Unsubscribe=One-Click`.
 * @see https://www.rfc-editor.org/rfc/rfc8058
 */
export const oneClickUnsubscribe = defineOperation('oneClickUnsubscribe', {
  request: () => z.object({ token: linkToken }),
  response: {} as NoFields,
});

/** The app reports a crash, if its user has agreed. */
export const reportProblem = defineOperation('reportProblem', {
  request: () =>
    z
      .strictObject({
        version: releaseVersion,
        platform: z.enum(platforms),
        systemVersion: z.string().check(z.regex(systemVersionPattern)),
        crash: z
          .string()
          .check(z.toLowerCase(), z.regex(crashPattern, 'must be 16 to 64 hexadecimal digits')),
        frames: z._default(z.array(line(maxFrameLength)).check(z.maxLength(maxFrames)), []),
        text: z.optional(prose(textLimits.problem)),
        /** Only if the person wants an answer to the text. */
        email: z.optional(emailAddress),
      })
      .check(
        z.refine(({ text, email }) => text !== undefined || email === undefined, {
          path: ['email'],
          error: 'needs a text that we can answer',
        }),
      ),
  response: {} as NoFields,
});
