import * as z from 'zod';

/** What the team can do to a person's data, as the desk shows it. */
const auditActions = [
  'note',
  'mailLicense',
  'settle',
  'refund',
  'gift',
  'revoke',
  'createCodes',
  'revokeCodes',
  'answerFeedback',
  'closeFeedback',
  'storeArticle',
  'unpublishArticle',
  'storeMailing',
  'discardMailing',
  'sendMailing',
  'pauseMailing',
  'resumeMailing',
  'promoteRelease',
  'yankRelease',
  'signOut',
  'resendConfirmation',
  'turnOffFactor',
  'exportData',
  'deleteAccount',
] as const;

export type AuditAction = (typeof auditActions)[number];

/** The subject of an action: a person, an order, a batch of codes, feedback, an article, a mailing or a release. */
export const auditSubject = z.object({
  /** The user id of the person. Missing when the account of an order is deleted. */
  personId: z.string().optional(),
  orderId: z.string().optional(),
  /** The batch of codes. */
  batchId: z.string().optional(),
  feedbackId: z.string().optional(),
  /** The article. */
  slug: z.string().optional(),
  /** The slug of the mailing. */
  mailing: z.string().optional(),
  /** The text that was stored as the article or the mailing: its SHA-256, hexadecimal. */
  textHash: z.string().optional(),
  /** The release. */
  version: z.string().optional(),
});

export type AuditSubject = z.infer<typeof auditSubject>;

/**
 * What a member of the team did, about whom and why. It names ids, not addresses. An action outside of
 * our tables has two entries: `requested` before it, and `done` or `failed` after it.
 */
export const auditEntry = auditSubject.extend({
  auditId: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** The user id of the member of the team. */
  actorId: z.string(),
  action: z.enum(auditActions),
  outcome: z.enum(['requested', 'done', 'failed']),
  /** Why, in the words of the team. For a note, the note itself. Missing for answered and closed feedback. */
  reason: z.string().optional(),
  requestId: z.string(),
  /** The state before and after, if it changed: the status of an order, an article or a mailing, the state of feedback. */
  before: z.string().optional(),
  after: z.string().optional(),
});

export type AuditEntry = z.infer<typeof auditEntry>;

/** Which entries to read: about a person, by a member of the team, of a day (`2026-11-25`, UTC), or of a kind. */
export const auditFilter = z.strictObject({
  by: z.enum(['person', 'actor', 'day', 'action']),
  value: z.string().min(1).max(128),
});

export type AuditFilter = z.infer<typeof auditFilter>;

/** Limits the entries to days, both included, in UTC. */
export const auditPeriod = z.strictObject({ from: z.iso.date().optional(), to: z.iso.date().optional() });

export type AuditPeriod = z.infer<typeof auditPeriod>;
