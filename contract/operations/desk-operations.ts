import { articleLimits, articleStatus } from '../records/article.ts';
import { type AuditEntry, auditFilter, auditPeriod } from '../records/audit-entry.ts';
import type { CodeBatch, Redemption } from '../records/code-batch.ts';
import { type ListedArticle, type PreviewedArticle, seenArticle } from '../records/desk-articles.ts';
import type { RenderedMailing } from '../records/desk-mailings.ts';
import { type ListedOrder, type OrderTotals, orderFilter } from '../records/desk-orders.ts';
import type { DeskOverview } from '../records/desk-overview.ts';
import type { DeskPerson, FoundPerson } from '../records/desk-person.ts';
import type { ListedRelease } from '../records/desk-releases.ts';
import {
  type FeedbackCursor,
  feedbackCursor,
  type InboxFeedback,
  seenFeedback,
} from '../records/feedback.ts';
import { type Mailing, type MailingSummary, mailing, mailingStatuses } from '../records/mailing.ts';
import type { Order } from '../records/order.ts';
import { type Channel, releaseVersion } from '../records/release.ts';
import type { StoredData } from '../records/stored-data.ts';
import { maxUsernameLength } from '../rules/account-limits.ts';
import { maxQueryLength, maxReasonLength } from '../rules/desk-rules.ts';
import { feedbackTypes, textLimits } from '../rules/feedback-limits.ts';
import { feedbackStates } from '../rules/feedback-states.ts';
import { codeKinds, maxCodes } from '../rules/license-codes.ts';
import { maxMailingLength } from '../rules/mailing-rules.ts';
import { deskResetSteps } from '../rules/recovery-codes.ts';
import * as z from '../zod.ts';
import { defineOperation } from './define-operation.ts';
import { line, type NoFields, noFields, prose, submissionId, userId } from './fields.ts';

/** What a member of the team does, and why. */
const action = { actionId: submissionId, reason: prose(maxReasonLength) };

/** What a member of the team does to an order. */
const orderAction = z.strictObject({
  ...action,
  orderId: z.string().check(z.minLength(1), z.maxLength(100)),
});

/** An action that is refused when the order has changed since the team saw it: `seen` is the length of its history then. */
const seenOrderAction = z.extend(orderAction, { seen: z.int().check(z.minimum(1)) });

/** A Markdown file. */
const articleText = prose(articleLimits.content);

const articleName = { slug: line(articleLimits.slug) };

/** Where a list continues, from the page before. */
const cursor = z.optional(z.string().check(z.maxLength(1000)));

const mailingName = { slug: mailing.shape.slug };

/** What a member of the team does to a mailing. */
const mailingAction = z.strictObject({ ...action, ...mailingName });

/** The `updatedAt` of the draft that the member saw. */
const seenDraft = line(100);

/** A Markdown file. */
const mailingText = prose(maxMailingLength);

/** What a member of the team does to feedback. It changes no account, order or license, so it needs no reason. */
const feedbackAction = z.strictObject({
  actionId: submissionId,
  feedbackId: z.string().check(z.minLength(1), z.maxLength(100)),
  seen: seenFeedback,
});

/** What a member of the team does to the account of a person, and why. */
const personAction = z.strictObject({ actionId: submissionId, userId, reason: prose(maxReasonLength) });

/** Finds people by what they write to the team: an address or its beginning, an id, a code. */
export const deskFind = defineOperation('deskFind', {
  request: z.strictObject({ query: line(maxQueryLength) }),
  response: {} as { people: FoundPerson[] },
});

/** Returns everything that the team sees about a person. */
export const deskPerson = defineOperation('deskPerson', {
  request: z.strictObject({ userId }),
  response: {} as DeskPerson,
});

/** Returns a page of what the team did, latest first. */
export const deskAudit = defineOperation('deskAudit', {
  request: z.extend(auditFilter, { ...auditPeriod.shape, cursor }),
  response: {} as { entries: AuditEntry[]; next?: string },
});

/** Returns the counts of the last days and the active alarms. */
export const deskOverview = defineOperation('deskOverview', {
  request: noFields,
  response: {} as DeskOverview,
});

/** Adds a note of the team about a person. */
export const deskNote = defineOperation('deskNote', {
  request: z.strictObject({ actionId: submissionId, userId, note: prose(maxReasonLength) }),
  response: {} as NoFields,
});

/** Sends the email with the license file of an order again, to the address of its account. */
export const deskMailLicense = defineOperation('deskMailLicense', {
  request: orderAction,
  response: {} as NoFields,
});

/** Settles an order with its current state at Stripe, as an event of Stripe does. Returns the status. */
export const deskSettle = defineOperation('deskSettle', {
  request: orderAction,
  response: {} as Pick<Order, 'status'>,
});

/** Refunds an order, in full or in part, and returns its status. A full refund ends the license. */
export const deskRefund = defineOperation('deskRefund', {
  request: z.extend(seenOrderAction, { amountInCents: z.optional(z.int().check(z.minimum(1))) }),
  response: {} as Pick<Order, 'status'>,
});

/** Gives a person a license without a payment. */
export const deskGift = defineOperation('deskGift', {
  request: z.strictObject({ ...action, userId }),
  response: {} as Pick<Order, 'orderId'>,
});

/** Ends the license of a gift or a code. */
export const deskRevoke = defineOperation('deskRevoke', {
  request: seenOrderAction,
  response: {} as Pick<Order, 'status'>,
});

/** Returns a page of the orders of a month, latest first. */
export const deskOrders = defineOperation('deskOrders', {
  request: z.extend(orderFilter, { cursor }),
  response: {} as { orders: ListedOrder[]; next?: string },
});

/** Returns the totals and the money movements (CSV) of the orders of a month. */
export const deskOrderReport = defineOperation('deskOrderReport', {
  request: orderFilter,
  response: {} as { totals: OrderTotals[]; csv: string },
});

/** Returns a page of the batches of codes, latest first. */
export const deskCodes = defineOperation('deskCodes', {
  request: z.strictObject({ cursor }),
  response: {} as { batches: CodeBatch[]; next?: string },
});

/** Returns who redeemed the codes of a batch, latest first. */
export const deskRedemptions = defineOperation('deskRedemptions', {
  request: z.strictObject({ batchId: submissionId }),
  response: {} as { redemptions: (Redemption & { userId?: string })[] },
});

/** Makes codes, each for one license, and returns them. They cannot be read again. */
export const deskCreateCodes = defineOperation('deskCreateCodes', {
  request: z.strictObject({
    ...action,
    kind: z.enum(codeKinds),
    count: z.int().check(z.minimum(1), z.maximum(maxCodes)),
    /** The last day on which the codes work (`2026-12-31`, UTC). */
    lastDay: z.optional(z.iso.date()),
  }),
  response: {} as { codes: string[] },
});

/** Ends the codes of a batch that nobody has redeemed. */
export const deskRevokeCodes = defineOperation('deskRevokeCodes', {
  request: z.strictObject({ ...action, batchId: submissionId }),
  response: {} as NoFields,
});

/** Returns a page of the feedback in a state, newest first. */
export const deskFeedback = defineOperation('deskFeedback', {
  request: z.strictObject({
    state: z.enum(feedbackStates),
    type: z.optional(z.enum(feedbackTypes)),
    after: z.optional(feedbackCursor),
  }),
  response: {} as { feedback: InboxFeedback[]; next?: FeedbackCursor },
});

/** Answers feedback with an email to its author. */
export const deskAnswerFeedback = defineOperation('deskAnswerFeedback', {
  request: z.extend(feedbackAction, { answer: prose(textLimits.feedback) }),
  response: {} as NoFields,
});

/** Marks feedback as done, with the item of the roadmap that it led to. */
export const deskCloseFeedback = defineOperation('deskCloseFeedback', {
  request: z.extend(feedbackAction, { roadmapItem: z.optional(line(200)) }),
  response: {} as NoFields,
});

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

/** Returns a page of the mailings in a state, latest first. */
export const deskMailings = defineOperation('deskMailings', {
  request: z.strictObject({ status: z.enum(mailingStatuses), cursor }),
  response: {} as { mailings: MailingSummary[]; next?: string },
});

/** Returns a mailing with its text, and the email as a reader gets it. */
export const deskMailing = defineOperation('deskMailing', {
  request: z.strictObject(mailingName),
  response: {} as { mailing: Mailing; email: RenderedMailing },
});

/** Returns the email of a Markdown file as a reader would get it. */
export const deskPreviewMailing = defineOperation('deskPreviewMailing', {
  request: z.strictObject({ ...mailingName, text: mailingText }),
  response: {} as RenderedMailing,
});

/** Stores a Markdown file as a new draft, or in place of the draft that the member saw. */
export const deskStoreMailing = defineOperation('deskStoreMailing', {
  request: z.extend(mailingAction, { text: mailingText, seen: z.optional(seenDraft) }),
  response: {} as NoFields,
});

/** Discards a draft. */
export const deskDiscardMailing = defineOperation('deskDiscardMailing', {
  request: z.extend(mailingAction, { seen: seenDraft }),
  response: {} as NoFields,
});

/** Sends a mailing to the member who asks for it, once for each `testId`. */
export const deskTestMailing = defineOperation('deskTestMailing', {
  request: z.strictObject({ ...mailingName, testId: submissionId }),
  response: {} as NoFields,
});

/** Returns how many people are subscribed to a group. */
export const deskCountRecipients = defineOperation('deskCountRecipients', {
  request: z.strictObject({ group: mailing.shape.group }),
  response: {} as { count: number },
});

/** Approves a draft, which is then sent to everyone who is subscribed to its group. */
export const deskSendMailing = defineOperation('deskSendMailing', {
  request: z.extend(mailingAction, {
    seen: seenDraft,
    /** How many people the member confirmed. */
    expected: z.int().check(z.minimum(0)),
  }),
  response: {} as NoFields,
});

/** Pauses a mailing that is being sent. */
export const deskPauseMailing = defineOperation('deskPauseMailing', {
  request: mailingAction,
  response: {} as NoFields,
});

/** Continues a mailing that is paused. */
export const deskResumeMailing = defineOperation('deskResumeMailing', {
  request: mailingAction,
  response: {} as NoFields,
});

/** Returns all releases with their downloads, the newest version first. */
export const deskReleases = defineOperation('deskReleases', {
  request: noFields,
  response: {} as {
    releases: ListedRelease[];
    /** Versions whose release.json is not readable. */
    unreadable: string[];
    current: Partial<Record<Channel, string>>;
  },
});

/** Makes a release the current one of its channel. */
export const deskPromoteRelease = defineOperation('deskPromoteRelease', {
  request: z.strictObject({
    ...action,
    version: releaseVersion,
    /** The version that the channel offered when the member decided; missing if it offered none. */
    seen: z.optional(releaseVersion),
  }),
  response: {} as NoFields,
});

/** Withdraws a release, so that the site no longer offers it. */
export const deskYankRelease = defineOperation('deskYankRelease', {
  request: z.strictObject({
    ...action,
    version: releaseVersion,
    /** Confirms that its channel may be left without a release. */
    mayLeaveNone: z.boolean(),
  }),
  response: {} as NoFields,
});

/** Ends all sign-ins of a person, as they can on the account page. */
export const deskSignOut = defineOperation('deskSignOut', {
  request: personAction,
  response: {} as NoFields,
});

/**
 * Sends the code for a registration again. A corrected address replaces the one that was never
 * confirmed.
 */
export const deskResendConfirmation = defineOperation('deskResendConfirmation', {
  request: z.extend(personAction, {
    correctedEmail: z.optional(z.email().check(z.maxLength(maxUsernameLength))),
  }),
  response: {} as NoFields,
});

/**
 * Starts the waiting period after which the team may turn off a lost second factor, turns it off
 * when it is over, or cancels that. The request says which, so that an old page cannot do another
 * step.
 */
export const deskTurnOffFactor = defineOperation('deskTurnOffFactor', {
  request: z.extend(personAction, { step: z.enum(deskResetSteps) }),
  response: {} as NoFields,
});

/**
 * Returns everything that is stored about a person, as they can on the account page. Only they can
 * see when they added a passkey.
 */
export const deskExport = defineOperation('deskExport', {
  request: personAction,
  response: {} as Omit<StoredData, 'passkeys' | 'user'> & Partial<Pick<StoredData, 'user'>>,
});

/** Deletes the account and its data, as the person can on the account page. */
export const deskDeleteAccount = defineOperation('deskDeleteAccount', {
  request: z.extend(personAction, {
    /** The address of the account, typed as a confirmation. */
    email: line(254),
  }),
  response: {} as NoFields,
});
