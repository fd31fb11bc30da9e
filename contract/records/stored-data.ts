import { licenseChanges, teamDecisions } from '../events/license-changes.ts';
import * as z from '../zod.ts';
import { auditEntry } from './audit-entry.ts';
import { exportedFeedback } from './feedback.ts';
import { loggedMail } from './logged-mail.ts';
import { order, orderChange } from './order.ts';
import { orderDispute } from './order-dispute.ts';
import { referralCounts } from './referral-counts.ts';
import { user } from './user.ts';

/**
 * The state of an account that the identity provider stores in addition to its attributes. Times are ISO
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
  accountState: z.extend(accountState, { isEmailVerified: z.boolean() }),
  /** Whether a sign-in also requires the code of an authenticator app. */
  hasSecondFactor: z.boolean(),
  /** Their names are in the user's record. */
  passkeys: z.array(z.object({ id: z.string(), createdAt: z.string() })),
  user: z.extend(user, {
    /** The last checkout, and a hash of its request. */
    checkout: z.optional(z.object({ sessionId: z.string(), fingerprint: z.string() })),
    /** The orders that grant their license, and since when. */
    licenses: z.optional(z.record(z.string(), z.string())),
    /** Their own referral code. */
    referralCode: z.optional(z.string()),
    /** The state of their account's security that was last reported to them. */
    reportedSecurity: z.optional(
      z.object({
        version: z.int(),
        hasApp: z.boolean(),
        passkeyIds: z.array(z.string()),
        recoveryCodes: z.optional(z.object({ id: z.string(), left: z.int() })),
      }),
    ),
    /** Their request to the team to turn off the second factor. */
    factorReset: z.optional(
      z.object({ requestedAt: z.string(), outcome: z.optional(z.enum(['canceled', 'completed'])) }),
    ),
    /** When the recovery codes were created. The codes themselves are not stored. */
    recoveryCodesCreatedAt: z.optional(z.string()),
  }),
  feedback: z.array(exportedFeedback),
  /** The results of their code, for each month with results. */
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
  /** The actions and notes of the team about them, without the ids of its admins. */
  team: z.array(z.omit(auditEntry, { actorId: true })),
  /** The emails that they got, for some time, without the texts. */
  emails: z.array(loggedMail),
  orders: z.array(
    z.extend(z.omit(order, { isPassedOn: true }), {
      userId: z.optional(z.string()),
      /** The buyer of an order that was passed on. */
      buyerId: z.optional(z.string()),
      reissues: z.optional(z.object({ count: z.int(), at: z.string(), requestId: z.string() })),
      paymentIntentId: z.optional(z.string()),
      converts: z.optional(z.boolean()),
      version: z.int(),
      expiration: z.optional(z.int()),
      isLicenseUnannounced: z.optional(z.boolean()),
      hasRefundFailed: z.optional(z.boolean()),
      /** When somebody stated a withdrawal that the buyer has not confirmed. */
      withdrawalStatedAt: z.optional(z.string()),
      dispute: z.optional(orderDispute),
      isRefundedElsewhere: z.optional(z.literal(true)),
      refusedCreditNotes: z.optional(z.array(z.string())),
      concludedBy: z.optional(z.string()),
      /** The batch of the code that was redeemed. */
      batchId: z.optional(z.string()),
      /** The last refund by the team. */
      deskRefund: z.optional(
        z.object({
          actionId: z.string(),
          amountInCents: z.optional(z.int()),
          isOpen: z.optional(z.literal(true)),
        }),
      ),
      outbox: z.optional(
        z.array(
          z.object({
            change: z.enum([...licenseChanges, ...teamDecisions]),
            idempotencyKey: z.string(),
            userId: z.optional(z.string()),
          }),
        ),
      ),
      history: z.array(z.extend(orderChange, { cause: z.string() })),
    }),
  ),
});

/** As stored. Feedback that is older than the inbox has no state. */
export type StoredData = z.input<typeof storedData>;
