import * as z from 'zod';
import { auditEntry, auditFilter } from '../records/audit-entry.ts';
import { deskPerson, foundPerson } from '../records/desk-person.ts';
import { feedback, feedbackCursor, seenFeedback } from '../records/feedback.ts';
import { order } from '../records/order.ts';
import { maxReasonLength } from '../rules/desk-rules.ts';
import { feedbackTypes, textLimits } from '../rules/feedback-limits.ts';
import { feedbackStates } from '../rules/feedback-states.ts';
import { defineOperation, type Operation } from './define-operation.ts';
import type { DeskOperationName } from './desk-routes.ts';
import { line, prose, submissionId, userId } from './fields.ts';

const none = z.strictObject({});

/** What a member of the team does to an order, and why. */
const orderAction = z.strictObject({
  actionId: submissionId,
  orderId: z.string().min(1).max(100),
  reason: prose(maxReasonLength),
});

/** What a member of the team does to feedback, and why. */
const feedbackAction = z.strictObject({
  actionId: submissionId,
  feedbackId: z.string().min(1).max(100),
  seen: seenFeedback,
  reason: prose(maxReasonLength),
});

/** The requests and responses of the desk. */
export const deskOperations = {
  /** Finds people by what they write to the team: an address or its beginning, an id, a code. */
  deskFind: defineOperation('deskFind', {
    request: z.strictObject({ query: line(254) }),
    response: z.object({ people: z.array(foundPerson) }),
  }),

  /** Returns everything that the team sees about a person. */
  deskPerson: defineOperation('deskPerson', {
    request: z.strictObject({ userId }),
    response: deskPerson,
  }),

  /** Returns what the team did, latest first. */
  deskAudit: defineOperation('deskAudit', {
    request: auditFilter,
    response: z.object({ entries: z.array(auditEntry) }),
  }),

  /** Adds a note of the team about a person. */
  deskNote: defineOperation('deskNote', {
    request: z.strictObject({ actionId: submissionId, userId, note: prose(maxReasonLength) }),
    response: none,
  }),

  /** Sends the email with the license file of an order again, to the address of its account. */
  deskMailLicense: defineOperation('deskMailLicense', { request: orderAction, response: none }),

  /** Settles an order with its current state at Stripe, as an event of Stripe does. Returns the status. */
  deskSettle: defineOperation('deskSettle', { request: orderAction, response: order.pick({ status: true }) }),

  /** Returns a page of the feedback in a state, newest first. */
  deskFeedback: defineOperation('deskFeedback', {
    request: z.strictObject({
      state: z.enum(feedbackStates),
      type: z.enum(feedbackTypes).optional(),
      after: feedbackCursor.optional(),
    }),
    response: z.object({ feedback: z.array(feedback), next: feedbackCursor.optional() }),
  }),

  /** Answers feedback with an email to its author. */
  deskAnswerFeedback: defineOperation('deskAnswerFeedback', {
    request: feedbackAction.extend({ answer: prose(textLimits.feedback) }),
    response: none,
  }),

  /** Marks feedback as done, with the item of the roadmap that it led to. */
  deskCloseFeedback: defineOperation('deskCloseFeedback', {
    request: feedbackAction.extend({ roadmapItem: line(200).optional() }),
    response: none,
  }),
} satisfies Record<DeskOperationName, Operation>;
