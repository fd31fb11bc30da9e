import * as z from 'zod';
import { concerns, licenseChanges } from '../events/license-changes.ts';
import { feedback } from './feedback.ts';
import { order } from './order.ts';
import { referralCounts } from './referral-counts.ts';
import { user } from './user.ts';

/** What the identity provider keeps of an account beside its attributes. Times are ISO 8601, UTC. */
export const accountState = z.object({
  createdAt: z.string(),
  lastChangedAt: z.string(),
  /** Cognito's word: `CONFIRMED` once the address is, `RESET_REQUIRED` and others. */
  status: z.string(),
  /** False locks the account. */
  isEnabled: z.boolean(),
});

export type AccountState = z.infer<typeof accountState>;

/** Everything that is stored about a person, as they may take it with them: whole items, also what only the server needs. */
export const storedData = z.object({
  exportedAt: z.string(),
  /** What the identity provider keeps: attribute names and values. */
  account: z.record(z.string(), z.string()),
  accountState: accountState.extend({ isEmailVerified: z.boolean() }),
  /** Whether a sign-in needs the code of an authenticator app too. */
  hasSecondFactor: z.boolean(),
  user: user.extend({
    /** The checkout they were last sent to, and a hash of what they had asked for. */
    checkout: z.object({ sessionId: z.string(), fingerprint: z.string() }).optional(),
    /** By which orders they hold the license, and since when. */
    licenses: z.record(z.string(), z.string()).optional(),
    /** The code by which they recommend us. */
    referralCode: z.string().optional(),
  }),
  feedback: z.array(feedback),
  /** What came of their code, in each month in which something did. */
  referrals: z.array(referralCounts),
  /** Each order that their code led to, without its number, which belongs to its buyer. */
  conversions: z.array(
    z.object({
      /** ISO 8601, UTC. */
      licensedAt: z.string(),
      /** False when the order gives no license any more; it is not counted then. */
      stands: z.boolean(),
    }),
  ),
  orders: z.array(
    order.extend({
      userId: z.string().optional(),
      paymentIntentId: z.string().optional(),
      converts: z.boolean().optional(),
      version: z.int(),
      expiration: z.int().optional(),
      isSendBackFailed: z.boolean().optional(),
      outbox: z
        .array(z.object({ change: z.enum([...licenseChanges, ...concerns]), idempotencyKey: z.string() }))
        .optional(),
      history: z.array(order.shape.history.element.extend({ cause: z.string() })),
    }),
  ),
});
