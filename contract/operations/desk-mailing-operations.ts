import type { RenderedMailing, UncertainReader } from '../records/desk-mailings.ts';
import { type ListedMailing, type Mailing, mailing, mailingStatuses } from '../records/mailing.ts';
import { maxMailingLength } from '../rules/mailing-rules.ts';
import * as z from '../zod.ts';
import { defineOperation } from './define-operation.ts';
import { action, type Names, scheduledTime } from './desk-fields.ts';
import { cursor, emailAddress, line, type NoFields, prose, submissionId } from './fields.ts';

const mailingName = { slug: mailing.shape.slug };

/** The fields of each action on a mailing. */
const mailingAction = z.strictObject({ ...action, ...mailingName });

/** The fields of an action that sends nothing, so it needs no reason. */
const unsentAction = z.strictObject({ actionId: submissionId, ...mailingName });

/** The `updatedAt` of the draft that the admin saw. */
const seenDraft = line(100);

/** A Markdown file. */
const mailingText = prose(maxMailingLength);

/** Returns a page of the mailings in a state, latest first. */
export const deskMailings = defineOperation('deskMailings', {
  request: () => z.strictObject({ status: z.enum(mailingStatuses), cursor }),
  response: {} as { mailings: ListedMailing[]; next?: string; names: Names },
});

/** Returns a mailing with its text, the email as a reader gets it, and the people who may or may not have received it. */
export const deskMailing = defineOperation('deskMailing', {
  request: () => z.strictObject(mailingName),
  response: {} as { mailing: Mailing; email: RenderedMailing; uncertain: UncertainReader[] },
});

/** Returns the email of a Markdown file as a reader would get it. */
export const deskPreviewMailing = defineOperation('deskPreviewMailing', {
  request: () => z.strictObject({ ...mailingName, text: mailingText }),
  response: {} as RenderedMailing,
});

/** Stores a Markdown file as a new draft, or in place of the draft that the admin saw. */
export const deskStoreMailing = defineOperation('deskStoreMailing', {
  request: () => z.extend(unsentAction, { text: mailingText, seen: z.optional(seenDraft) }),
  response: {} as NoFields,
});

/** Discards a draft. */
export const deskDiscardMailing = defineOperation('deskDiscardMailing', {
  request: () => z.extend(unsentAction, { seen: seenDraft }),
  response: {} as NoFields,
});

/** Sends a mailing to the calling admin, or to another one, once for each `actionId`. */
export const deskTestMailing = defineOperation('deskTestMailing', {
  request: () => z.extend(unsentAction, { to: z.optional(emailAddress) }),
  response: {} as NoFields,
});

/** Returns how many people get a mailing to a group, or to an audience of it. */
export const deskCountRecipients = defineOperation('deskCountRecipients', {
  request: () => z.strictObject({ group: mailing.shape.group, audience: mailing.shape.audience }),
  response: {} as { count: number /** The part of them that has no account. */; withoutAccount: number },
});

/** Approves a draft, which is then sent to its recipients. */
export const deskSendMailing = defineOperation('deskSendMailing', {
  request: () =>
    z.extend(mailingAction, {
      seen: seenDraft,
      /** How many people the admin confirmed. */
      expected: z.int().check(z.minimum(0)),
    }),
  response: {} as NoFields,
});

/** Lets a draft start at a time, or changes the time. */
export const deskScheduleMailing = defineOperation('deskScheduleMailing', {
  request: () => z.extend(mailingAction, { seen: seenDraft, time: scheduledTime }),
  response: {} as NoFields,
});

/** Makes a scheduled mailing a draft again. */
export const deskUnscheduleMailing = defineOperation('deskUnscheduleMailing', {
  request: () => z.extend(unsentAction, { seen: seenDraft }),
  response: {} as NoFields,
});

/** Pauses a mailing that is being sent. */
export const deskPauseMailing = defineOperation('deskPauseMailing', {
  request: () => mailingAction,
  response: {} as NoFields,
});

/** Continues a mailing that is paused. */
export const deskResumeMailing = defineOperation('deskResumeMailing', {
  request: () => mailingAction,
  response: {} as NoFields,
});
