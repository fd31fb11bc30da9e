import { articleLimits, articleStatus } from '../records/article.ts';
import { auditEntry, auditFilter, auditPeriod } from '../records/audit-entry.ts';
import { codeBatch, redemption } from '../records/code-batch.ts';
import { listedArticle, previewedArticle, seenArticle } from '../records/desk-articles.ts';
import { renderedMailing } from '../records/desk-mailings.ts';
import { listedOrder, orderFilter, orderTotals } from '../records/desk-orders.ts';
import { deskOverview } from '../records/desk-overview.ts';
import { deskPerson, foundPerson } from '../records/desk-person.ts';
import { listedRelease } from '../records/desk-releases.ts';
import { feedbackCursor, inboxFeedback, seenFeedback } from '../records/feedback.ts';
import { mailing, mailingStatuses, mailingSummary } from '../records/mailing.ts';
import { order } from '../records/order.ts';
import { channels, releaseVersion } from '../records/release.ts';
import { storedData } from '../records/stored-data.ts';
import { maxUsernameLength } from '../rules/account-limits.ts';
import { maxQueryLength, maxReasonLength } from '../rules/desk-rules.ts';
import { feedbackTypes, textLimits } from '../rules/feedback-limits.ts';
import { feedbackStates } from '../rules/feedback-states.ts';
import { codeKinds, maxCodes } from '../rules/license-codes.ts';
import { maxMailingLength } from '../rules/mailing-rules.ts';
import { deskResetSteps } from '../rules/recovery-codes.ts';
import * as z from '../zod.ts';
import { defineOperation, type Operation } from './define-operation.ts';
import type { DeskOperationName } from './desk-routes.ts';
import { line, noFields, prose, submissionId, userId } from './fields.ts';

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

/** The requests and responses of the desk. */
export const deskOperations = {
  /** Finds people by what they write to the team: an address or its beginning, an id, a code. */
  deskFind: defineOperation('deskFind', {
    request: z.strictObject({ query: line(maxQueryLength) }),
    response: z.object({ people: z.array(foundPerson) }),
  }),

  /** Returns everything that the team sees about a person. */
  deskPerson: defineOperation('deskPerson', {
    request: z.strictObject({ userId }),
    response: deskPerson,
  }),

  /** Returns a page of what the team did, latest first. */
  deskAudit: defineOperation('deskAudit', {
    request: z.extend(auditFilter, { ...auditPeriod.shape, cursor }),
    response: z.object({ entries: z.array(auditEntry), next: z.optional(z.string()) }),
  }),

  /** Returns the counts of the last days and the active alarms. */
  deskOverview: defineOperation('deskOverview', { request: noFields, response: deskOverview }),

  /** Adds a note of the team about a person. */
  deskNote: defineOperation('deskNote', {
    request: z.strictObject({ actionId: submissionId, userId, note: prose(maxReasonLength) }),
    response: noFields,
  }),

  /** Sends the email with the license file of an order again, to the address of its account. */
  deskMailLicense: defineOperation('deskMailLicense', { request: orderAction, response: noFields }),

  /** Settles an order with its current state at Stripe, as an event of Stripe does. Returns the status. */
  deskSettle: defineOperation('deskSettle', {
    request: orderAction,
    response: z.pick(order, { status: true }),
  }),

  /** Refunds an order, in full or in part, and returns its status. A full refund ends the license. */
  deskRefund: defineOperation('deskRefund', {
    request: z.extend(seenOrderAction, { amountInCents: z.optional(z.int().check(z.minimum(1))) }),
    response: z.pick(order, { status: true }),
  }),

  /** Gives a person a license without a payment. */
  deskGift: defineOperation('deskGift', {
    request: z.strictObject({ ...action, userId }),
    response: z.pick(order, { orderId: true }),
  }),

  /** Ends the license of a gift or a code. */
  deskRevoke: defineOperation('deskRevoke', {
    request: seenOrderAction,
    response: z.pick(order, { status: true }),
  }),

  /** Returns a page of the orders of a month, latest first. */
  deskOrders: defineOperation('deskOrders', {
    request: z.extend(orderFilter, { cursor }),
    response: z.object({ orders: z.array(listedOrder), next: z.optional(z.string()) }),
  }),

  /** Returns the totals and the money movements (CSV) of the orders of a month. */
  deskOrderReport: defineOperation('deskOrderReport', {
    request: orderFilter,
    response: z.object({ totals: z.array(orderTotals), csv: z.string() }),
  }),

  /** Returns a page of the batches of codes, latest first. */
  deskCodes: defineOperation('deskCodes', {
    request: z.strictObject({ cursor }),
    response: z.object({ batches: z.array(codeBatch), next: z.optional(z.string()) }),
  }),

  /** Returns who redeemed the codes of a batch, latest first. */
  deskRedemptions: defineOperation('deskRedemptions', {
    request: z.strictObject({ batchId: submissionId }),
    response: z.object({ redemptions: z.array(z.extend(redemption, { userId: z.optional(z.string()) })) }),
  }),

  /** Makes codes, each for one license, and returns them. They cannot be read again. */
  deskCreateCodes: defineOperation('deskCreateCodes', {
    request: z.strictObject({
      ...action,
      kind: z.enum(codeKinds),
      count: z.int().check(z.minimum(1), z.maximum(maxCodes)),
      /** The last day on which the codes work (`2026-12-31`, UTC). */
      lastDay: z.optional(z.iso.date()),
    }),
    response: z.object({ codes: z.array(z.string()) }),
  }),

  /** Ends the codes of a batch that nobody has redeemed. */
  deskRevokeCodes: defineOperation('deskRevokeCodes', {
    request: z.strictObject({ ...action, batchId: submissionId }),
    response: noFields,
  }),

  /** Returns a page of the feedback in a state, newest first. */
  deskFeedback: defineOperation('deskFeedback', {
    request: z.strictObject({
      state: z.enum(feedbackStates),
      type: z.optional(z.enum(feedbackTypes)),
      after: z.optional(feedbackCursor),
    }),
    response: z.object({ feedback: z.array(inboxFeedback), next: z.optional(feedbackCursor) }),
  }),

  /** Answers feedback with an email to its author. */
  deskAnswerFeedback: defineOperation('deskAnswerFeedback', {
    request: z.extend(feedbackAction, { answer: prose(textLimits.feedback) }),
    response: noFields,
  }),

  /** Marks feedback as done, with the item of the roadmap that it led to. */
  deskCloseFeedback: defineOperation('deskCloseFeedback', {
    request: z.extend(feedbackAction, { roadmapItem: z.optional(line(200)) }),
    response: noFields,
  }),

  /** Returns a page of the articles in a state, newest first. */
  deskArticles: defineOperation('deskArticles', {
    request: z.strictObject({ status: articleStatus, cursor }),
    response: z.object({ articles: z.array(listedArticle), next: z.optional(z.string()) }),
  }),

  /** Returns a Markdown file or a stored article as the site would show it. */
  deskPreviewArticle: defineOperation('deskPreviewArticle', {
    request: z.union([z.strictObject({ text: articleText }), z.strictObject(articleName)]),
    response: previewedArticle,
  }),

  /** Stores a Markdown file as an article, which is published or remains a draft; or publishes a draft as it is stored. */
  deskStoreArticle: defineOperation('deskStoreArticle', {
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
    response: z.object({ slug: z.string() }),
  }),

  /** Takes an article offline, and keeps it as a draft. */
  deskUnpublishArticle: defineOperation('deskUnpublishArticle', {
    request: z.strictObject({ ...action, ...articleName, seen: seenArticle }),
    response: noFields,
  }),

  /** Returns a page of the mailings in a state, latest first. */
  deskMailings: defineOperation('deskMailings', {
    request: z.strictObject({ status: z.enum(mailingStatuses), cursor }),
    response: z.object({ mailings: z.array(mailingSummary), next: z.optional(z.string()) }),
  }),

  /** Returns a mailing with its text, and the email as a reader gets it. */
  deskMailing: defineOperation('deskMailing', {
    request: z.strictObject(mailingName),
    response: z.object({ mailing, email: renderedMailing }),
  }),

  /** Returns the email of a Markdown file as a reader would get it. */
  deskPreviewMailing: defineOperation('deskPreviewMailing', {
    request: z.strictObject({ ...mailingName, text: mailingText }),
    response: renderedMailing,
  }),

  /** Stores a Markdown file as a new draft, or in place of the draft that the member saw. */
  deskStoreMailing: defineOperation('deskStoreMailing', {
    request: z.extend(mailingAction, { text: mailingText, seen: z.optional(seenDraft) }),
    response: noFields,
  }),

  /** Discards a draft. */
  deskDiscardMailing: defineOperation('deskDiscardMailing', {
    request: z.extend(mailingAction, { seen: seenDraft }),
    response: noFields,
  }),

  /** Sends a mailing to the member who asks for it, once for each `testId`. */
  deskTestMailing: defineOperation('deskTestMailing', {
    request: z.strictObject({ ...mailingName, testId: submissionId }),
    response: noFields,
  }),

  /** Returns how many people are subscribed to a group. */
  deskCountRecipients: defineOperation('deskCountRecipients', {
    request: z.strictObject({ group: mailing.shape.group }),
    response: z.object({ count: z.int() }),
  }),

  /** Approves a draft, which is then sent to everyone who is subscribed to its group. */
  deskSendMailing: defineOperation('deskSendMailing', {
    request: z.extend(mailingAction, {
      seen: seenDraft,
      /** How many people the member confirmed. */
      expected: z.int().check(z.minimum(0)),
    }),
    response: noFields,
  }),

  /** Pauses a mailing that is being sent. */
  deskPauseMailing: defineOperation('deskPauseMailing', { request: mailingAction, response: noFields }),

  /** Continues a mailing that is paused. */
  deskResumeMailing: defineOperation('deskResumeMailing', { request: mailingAction, response: noFields }),

  /** Returns all releases with their downloads, the newest version first. */
  deskReleases: defineOperation('deskReleases', {
    request: noFields,
    response: z.object({
      releases: z.array(listedRelease),
      /** Versions whose release.json is not readable. */
      unreadable: z.array(z.string()),
      current: z.partialRecord(z.enum(channels), z.string()),
    }),
  }),

  /** Makes a release the current one of its channel. */
  deskPromoteRelease: defineOperation('deskPromoteRelease', {
    request: z.strictObject({
      ...action,
      version: releaseVersion,
      /** The version that the channel offered when the member decided; missing if it offered none. */
      seen: z.optional(releaseVersion),
    }),
    response: noFields,
  }),

  /** Withdraws a release, so that the site no longer offers it. */
  deskYankRelease: defineOperation('deskYankRelease', {
    request: z.strictObject({
      ...action,
      version: releaseVersion,
      /** Confirms that its channel may be left without a release. */
      mayLeaveNone: z.boolean(),
    }),
    response: noFields,
  }),

  /** Ends all sign-ins of a person, as they can on the account page. */
  deskSignOut: defineOperation('deskSignOut', { request: personAction, response: noFields }),

  /**
   * Sends the code for a registration again. A corrected address replaces the one that was never
   * confirmed.
   */
  deskResendConfirmation: defineOperation('deskResendConfirmation', {
    request: z.extend(personAction, {
      correctedEmail: z.optional(z.email().check(z.maxLength(maxUsernameLength))),
    }),
    response: noFields,
  }),

  /**
   * Starts the waiting period after which the team may turn off a lost second factor, turns it off
   * when it is over, or cancels that. The request says which, so that an old page cannot do another
   * step.
   */
  deskTurnOffFactor: defineOperation('deskTurnOffFactor', {
    request: z.extend(personAction, { step: z.enum(deskResetSteps) }),
    response: noFields,
  }),

  /**
   * Returns everything that is stored about a person, as they can on the account page. Only they can
   * see when they added a passkey.
   */
  deskExport: defineOperation('deskExport', {
    request: personAction,
    response: z.partial(z.omit(storedData, { passkeys: true }), { user: true }),
  }),

  /** Deletes the account and its data, as the person can on the account page. */
  deskDeleteAccount: defineOperation('deskDeleteAccount', {
    request: z.extend(personAction, {
      /** The address of the account, typed as a confirmation. */
      email: line(254),
    }),
    response: noFields,
  }),
} satisfies Record<DeskOperationName, Operation>;
