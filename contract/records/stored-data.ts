import * as z from 'zod';
import { licenseChanges, teamDecisions } from '../events/license-changes.ts';
import { auditEntry } from './audit-entry.ts';
import { exportedFeedback } from './feedback.ts';
import { loggedMail } from './logged-mail.ts';
import { order } from './order.ts';
import { referralCounts } from './referral-counts.ts';
import { user } from './user.ts';

/**
 * What the identity provider stores about an account in addition to its attributes. Times are ISO
 * 8601, UTC.
 */
export const accountState = z.object({
  createdAt: z.string(),
  lastChangedAt: z.string(),
  /** Cognito's status: `CONFIRMED` once the address is confirmed, `RESET_REQUIRED` and others. */
  status: z.string(),
  /** False locks the account. */
  isEnabled: z.boolean(),
});

export type AccountState = z.infer<typeof accountState>;

/**
 * Everything that is stored about a person, for export: whole items, including fields that only the
 * server needs.
 */
export const storedData = z.object({
  exportedAt: z.string(),
  /** The attributes at the identity provider: names and values. */
  account: z.record(z.string(), z.string()),
  accountState: accountState.extend({ isEmailVerified: z.boolean() }),
  /** Whether a sign-in also requires the code of an authenticator app. */
  hasSecondFactor: z.boolean(),
  /** Their names are in the user's record. */
  passkeys: z.array(z.object({ id: z.string(), createdAt: z.string() })),
  user: user.extend({
    /** The last checkout, and a hash of its request. */
    checkout: z.object({ sessionId: z.string(), fingerprint: z.string() }).optional(),
    /** The orders that grant their license, and since when. */
    licenses: z.record(z.string(), z.string()).optional(),
    /** Their own referral code. */
    referralCode: z.string().optional(),
    /** What was last reported to them about the security of the account. */
    reportedSecurity: z
      .object({
        version: z.int(),
        hasApp: z.boolean(),
        passkeyIds: z.array(z.string()),
        recoveryCodes: z.object({ id: z.string(), left: z.int() }).optional(),
      })
      .optional(),
    /** Their request to the team to turn off the second factor. */
    factorReset: z
      .object({ requestedAt: z.string(), outcome: z.enum(['canceled', 'completed']).optional() })
      .optional(),
    /** When the recovery codes were created. The codes themselves are not stored. */
    recoveryCodesCreatedAt: z.string().optional(),
  }),
  feedback: z.array(exportedFeedback),
  /** The results of their code, for each month that has any. */
  referrals: z.array(referralCounts),
  /** Each order that their code led to, without its number, which is the buyer's data. */
  conversions: z.array(
    z.object({
      /** ISO 8601, UTC. */
      licensedAt: z.string(),
      /** False when the order no longer grants a license; it is not counted then. */
      isLicensed: z.boolean(),
    }),
  ),
  /** What the team did or noted about them, without the ids of its members. */
  team: z.array(auditEntry.omit({ actorId: true })),
  /** The emails that they got, for some time, without the texts. */
  emails: z.array(loggedMail),
  orders: z.array(
    order.extend({
      userId: z.string().optional(),
      paymentIntentId: z.string().optional(),
      converts: z.boolean().optional(),
      version: z.int(),
      expiration: z.int().optional(),
      isLicenseUnannounced: z.boolean().optional(),
      hasRefundFailed: z.boolean().optional(),
      /** The batch of the code that was redeemed. */
      batchId: z.string().optional(),
      /** The last refund by the team. */
      deskRefund: z
        .object({
          actionId: z.string(),
          amountInCents: z.int().optional(),
          isOpen: z.literal(true).optional(),
        })
        .optional(),
      outbox: z
        .array(
          z.object({ change: z.enum([...licenseChanges, ...teamDecisions]), idempotencyKey: z.string() }),
        )
        .optional(),
      history: z.array(order.shape.history.element.extend({ cause: z.string() })),
    }),
  ),
});
