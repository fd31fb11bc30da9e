import * as z from '../zod.ts';
import { auditEntry } from './audit-entry.ts';
import { feedback } from './feedback.ts';
import { groups } from './groups.ts';
import { loggedMail } from './logged-mail.ts';
import { order, orderChange } from './order.ts';
import { orderDispute } from './order-dispute.ts';
import { referralCounts } from './referral-counts.ts';
import { accountState } from './stored-data.ts';
import { user } from './user.ts';

/** One result of a search. */
export interface FoundPerson {
  /** Missing for an order whose account is deleted. */
  userId?: string | undefined;
  email?: string | undefined;
  /** The kind of the text that matched. */
  matched: 'email' | 'userId' | 'order' | 'payment' | 'invoice' | 'referralCode';
  orderId?: string | undefined;
}

/** An order with fields that only the team sees: the cause of each change, and the payment. */
const deskOrder = z.extend(z.omit(order, { licenseFile: true }), {
  /** The text of the file is only in the response of `deskLicenseFile`, which the audit names. */
  hasLicenseFile: z.boolean(),
  paymentIntentId: z.optional(z.string()),
  hasRefundFailed: z.optional(z.boolean()),
  withdrawalStatedAt: z.optional(z.string()),
  dispute: z.optional(orderDispute),
  batchId: z.optional(z.string()),
  userId: z.optional(z.string()),
  buyerId: z.optional(z.string()),
  history: z.array(z.extend(orderChange, { cause: z.string() })),
});

export type DeskOrder = z.infer<typeof deskOrder>;

/** The data that the team sees about a person, with a page of each list. */
export const deskPerson = z.object({
  userId: z.string(),
  /** Missing when the record has no account, or the account is being deleted. */
  account: z.optional(
    z.extend(accountState, {
      email: z.string(),
      isEmailVerified: z.boolean(),
      hasSecondFactor: z.boolean(),
      groups: z.array(z.enum(groups)),
    }),
  ),
  /** The running request to turn off the second factor. Times are ISO 8601, UTC. */
  factorReset: z.optional(
    z.object({
      requestedAt: z.string(),
      /** The earliest time at which the team can turn it off. */
      dueAt: z.string(),
      expiresAt: z.string(),
    }),
  ),
  /** Missing until the first sign-in. */
  user: z.optional(user),
  /** Latest first. */
  orders: z.array(deskOrder),
  /** Not sorted. */
  feedback: z.array(feedback),
  /** The emails of the last months, not sorted. */
  emails: z.array(loggedMail),
  referralCode: z.optional(z.string()),
  referrals: z.array(referralCounts),
  /** Latest first. Notes are entries too. */
  audit: z.array(auditEntry),
  /** The cursor of the next page. Missing on the last one. */
  next: z.optional(z.string()),
});

export type DeskPerson = z.infer<typeof deskPerson>;
