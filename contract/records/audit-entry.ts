import * as z from '../zod.ts';

/** The actions of the team on a person's data, and of a person with their license, as the desk shows them. */
const auditActions = [
  'note',
  'mailLicense',
  'licenseFile',
  'settle',
  'refund',
  'gift',
  'revoke',
  'reissue',
  'passOn',
  'receive',
  'moveLicense',
  'conclude',
  'createCodes',
  'revokeCodes',
  'answerFeedback',
  'closeFeedback',
  'storeArticle',
  'discardArticle',
  'unpublishArticle',
  'storeMailing',
  'discardMailing',
  'testMailing',
  'scheduleMailing',
  'unscheduleMailing',
  'sendMailing',
  'pauseMailing',
  'resumeMailing',
  'publishRelease',
  'promoteRelease',
  'raiseRollout',
  'haltRollout',
  'resumeRollout',
  'yankRelease',
  'answerProblem',
  'solveProblem',
  'openIncident',
  'updateIncident',
  'signOut',
  'resendConfirmation',
  'turnOffFactor',
  'exportData',
  'deleteAccount',
  'addToGroup',
  'removeFromGroup',
  'removeFromTeam',
] as const;

export type AuditAction = (typeof auditActions)[number];

/** The subject of an action: a person, an order, a batch of codes, feedback, an article, a mailing, a release, a problem or an incident. */
export const auditSubject = z.object({
  /** The user id of the person. Missing when the account of an order is deleted. */
  personId: z.optional(z.string()),
  orderId: z.optional(z.string()),
  /** The batch of codes. */
  batchId: z.optional(z.string()),
  feedbackId: z.optional(z.string()),
  /** The article. */
  slug: z.optional(z.string()),
  /** The slug of the mailing. */
  mailing: z.optional(z.string()),
  /** The text that was stored as the article or the mailing: its SHA-256, hexadecimal. */
  textHash: z.optional(z.string()),
  /** The release. */
  version: z.optional(z.string()),
  /** The crash of the app, or the text about it: its key in the table Problems. */
  problem: z.optional(z.string()),
  /** The incident of the status page. Missing for one that the team opens. */
  incident: z.optional(z.string()),
});

export type AuditSubject = z.infer<typeof auditSubject>;

/**
 * An action of an admin, with its subject and reason. It names ids, not addresses. An action outside of
 * our tables has two entries: `requested` before it, and `done` or `failed` after it.
 */
export const auditEntry = z.extend(auditSubject, {
  auditId: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** The user id of the admin, the name of the function that acted automatically, `command` for a command of the team, or `holder` for the person with the license. */
  actorId: z.string(),
  action: z.enum(auditActions),
  outcome: z.enum(['requested', 'done', 'failed']),
  /** The team's reason, or the text of a note. Missing for answered and closed feedback, and for drafts. */
  reason: z.optional(z.string()),
  requestId: z.string(),
  /** The state before and after, if it changed: the status of an order, an article or a mailing, the state of feedback, a group. */
  before: z.optional(z.string()),
  after: z.optional(z.string()),
});

export type AuditEntry = z.infer<typeof auditEntry>;

/** Which entries to read: about a person, by an admin, of a day (`2026-11-25`, UTC), or of a kind. */
export const auditFilter = z.strictObject({
  by: z.enum(['person', 'actor', 'day', 'action']),
  value: z.string().check(z.minLength(1), z.maxLength(128)),
});

export type AuditFilter = z.infer<typeof auditFilter>;

/** Limits the entries to days, both included, in UTC. */
export const auditPeriod = z.strictObject({ from: z.optional(z.iso.date()), to: z.optional(z.iso.date()) });

export type AuditPeriod = z.infer<typeof auditPeriod>;
