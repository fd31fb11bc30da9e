import { visitorGroups } from '../records/subscriber.ts';
import { referralCodePattern } from '../rules/referral-code.ts';
import * as z from '../zod.ts';
import type { EventType } from './event-type.ts';
import { licenseChanges, teamDecisions } from './license-changes.ts';
import { securityChanges } from './security-changes.ts';

// All events. Follow-up work of a change runs in the consumers of its event.

/* @__NO_SIDE_EFFECTS__ */
function ours<Shape extends z.core.$ZodLooseShape>(type: string, shape: Shape) {
  return { source: 'lorewright', type, detail: z.object(shape) } satisfies EventType;
}

/** The email that an event of SES is about. The sender tags an email with its key in the mail log. */
const reportedMail = z.object({
  messageId: z.string(),
  tags: z.optional(
    z.object({ personKey: z.optional(z.array(z.string())), mailId: z.optional(z.array(z.string())) }),
  ),
});

/** A new account confirmed its address. */
export const userRegistered = ours('UserRegistered', {
  userId: z.string(),
  email: z.string(),
  /**
   * The referral code of the link that led to the site, if the browser that confirmed the address
   * still had it.
   */
  referralCode: z.optional(z.string().check(z.regex(referralCodePattern))),
});

/** The user's own record has changed. Pages that show it read it again. */
export const userChanged = ours('UserChanged', { userId: z.string() });

/** A user set a new password with a code from an email. */
export const passwordReset = ours('PasswordReset', {
  userId: z.string(),
  resetId: z.string(),
  email: z.string(),
  /** Whether all earlier sign-ins have ended. */
  isSignedOut: z.boolean(),
});

/**
 * A user asked to change the email address of the account. `email` is the address before the
 * change.
 */
export const emailChangeRequested = ours('EmailChangeRequested', {
  userId: z.string(),
  requestId: z.string(),
  email: z.string(),
});

/** The security of an account changed, so its owner gets an email. */
export const securityChanged = ours('SecurityChanged', {
  userId: z.string(),
  email: z.string(),
  change: z.enum(securityChanges),
  /** Different for each change of the same account. */
  idempotencyKey: z.string(),
});

/** A user confirmed with the password that the account should be deleted. */
export const accountDeletionRequested = ours('AccountDeletionRequested', {
  userId: z.string(),
  email: z.string(),
});

/** A user wrote to the team; the text is in the table. */
export const feedbackSubmitted = ours('FeedbackSubmitted', { feedbackId: z.string() });

/** The team answered feedback; the answer is in the table. */
export const feedbackAnswered = ours('FeedbackAnswered', {
  feedbackId: z.string(),
  /** Different for each answer. */
  answerId: z.string(),
});

/** The team answered a text about a problem; the answer is in the table. */
export const problemAnswered = ours('ProblemAnswered', {
  version: z.string(),
  textId: z.string(),
  answerId: z.string(),
});

/**
 * A person, with or without an account, wrote to the team. The message is stored only in this
 * event.
 */
export const contactSubmitted = ours('ContactSubmitted', {
  messageId: z.string(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  /** ISO 8601, UTC. */
  submittedAt: z.iso.datetime(),
});

/** A visitor asked for emails. The request is stored only in this event and in the link of the email that follows. */
export const subscriptionRequested = ours('SubscriptionRequested', {
  /** Different for each request. */
  requestId: z.string(),
  email: z.string(),
  groups: z.array(z.enum(visitorGroups)),
  /** ISO 8601, UTC. */
  requestedAt: z.iso.datetime(),
});

/** A person, with or without an account, stated the withdrawal from an order, or confirmed it with a link. */
export const withdrawalSubmitted = ours('WithdrawalSubmitted', {
  /** Different for each statement and each confirmation. */
  withdrawalId: z.string(),
  name: z.optional(z.string()),
  orderId: z.optional(z.string()),
  email: z.optional(z.string()),
  /** ISO 8601, UTC. A confirmation has the time of its statement. */
  statedAt: z.iso.datetime(),
  /** Whether the person used a link that we sent only to the buyer. */
  isConfirmed: z.boolean(),
});

/** An order granted or revoked a license, was refunded by us, or needs a decision by the team. */
export const licenseChanged = ours('LicenseChanged', {
  orderId: z.string(),
  /** Missing when the account no longer exists. */
  userId: z.optional(z.string()),
  change: z.enum([...licenseChanges, ...teamDecisions]),
  /** Different for each change of the same order. */
  idempotencyKey: z.string(),
});

/** The first license file of an order, or the first after a reissue, was signed and stored, or its holder requested the email again. */
export const licenseIssued = ours('LicenseIssued', {
  orderId: z.string(),
  userId: z.string(),
  /** How often the license had been reissued; missing if it never was. */
  issue: z.optional(z.int()),
  /** Different for each request of the holder. */
  requestId: z.optional(z.string()),
});

/** The holder of a license offered it to the owner of an address. The table has the address. */
export const passOnRequested = ours('PassOnRequested', { orderId: z.string(), passOnId: z.string() });

/**
 * Stripe reports a change of a checkout or its payment. The consumer reads the current state from
 * Stripe, because events may be late, repeated or out of order.
 */
export const paymentChanged = ours('PaymentChanged', {
  subject: z.union([
    z.object({ sessionId: z.string() }),
    z.object({ paymentIntentId: z.string() }),
    z.object({ refundId: z.string() }),
  ]),
  stripeEventId: z.string(),
});

/** An article was written, changed, published or unpublished. The table has its current state. */
export const articleChanged = ours('ArticleChanged', { slug: z.string() });

/** The time of scheduled articles may have come. */
export const articlesDue = ours('ArticlesDue', {});

/** A mailing may be sent: it was approved or resumed, or its sending was interrupted. */
export const mailingStarted = ours('MailingStarted', { slug: z.string() });

/** S3 has a new object. S3 sends this event to the account's default bus. */
export const objectCreated = {
  source: 'aws.s3',
  type: 'Object Created',
  detail: z.object({
    bucket: z.object({ name: z.string() }),
    object: z.object({
      key: z.string(),
      etag: z.optional(z.string()),
      /** Different for each write of the same key. */
      sequencer: z.optional(z.string()),
    }),
  }),
} satisfies EventType;

/**
 * An email was not delivered, or was not sent because an earlier one bounced. SES sends this event
 * and the next one to the account's default bus.
 * @see https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html the same fields as in SNS
 */
export const mailBounced = {
  source: 'aws.ses',
  type: 'Email Bounced',
  detail: z.object({
    mail: reportedMail,
    bounce: z.object({
      /** `Permanent`, `Transient` or `Undetermined`. */
      bounceType: z.string(),
      bounceSubType: z.optional(z.string()),
      timestamp: z.string(),
    }),
  }),
} satisfies EventType;

/** A recipient marked an email as spam, or an email was not sent because of an earlier complaint. */
export const mailComplained = {
  source: 'aws.ses',
  type: 'Email Complaint Received',
  detail: z.object({
    mail: reportedMail,
    complaint: z.object({
      complaintSubType: z.nullish(z.string()),
      timestamp: z.string(),
      complainedRecipients: z.array(z.object({ emailAddress: z.string() })),
    }),
  }),
} satisfies EventType;

/** The recipient's server accepted an email. SES sends this event to the account's default bus too. */
export const mailDelivered = {
  source: 'aws.ses',
  type: 'Email Delivered',
  detail: z.object({ mail: reportedMail, delivery: z.object({ timestamp: z.string() }) }),
} satisfies EventType;

/** SES accepted an email of a mailing, but could not fill in its template, so nobody gets it. */
export const mailNotRendered = {
  source: 'aws.ses',
  type: 'Email Rendering Failed',
  detail: z.object({ mail: reportedMail }),
} satisfies EventType;

/**
 * An alarm has changed its state. CloudWatch sends this event to the account's default bus. Consumers read the state from CloudWatch,
 * because events may be late or out of order.
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/cloudwatch-and-eventbridge.html
 */
export const alarmChanged = {
  source: 'aws.cloudwatch',
  type: 'CloudWatch Alarm State Change',
  detail: z.object({ alarmName: z.string() }),
} satisfies EventType;

/** The most candidates for a deletion that fit in the item with the progress of a sweep, which holds 400 KB. */
const mostDeletions = 5000;

// Events of schedules. No function publishes them, but an operator may send them to a queue: see docs/alarms.md.

/** Orders must be compared with Stripe. */
export const orderComparisonDue = ours('OrderComparisonDue', {
  /** Three by default; more after a long outage. Stripe keeps events for 30 days. */
  lookBackDays: z.optional(z.int().check(z.minimum(1), z.maximum(30))),
});

/** Actions of the desk, or the follow-up work of redeemed codes, may have been interrupted. */
export const completionDue = ours('CompletionDue', {});

/** Accounts and their records must be compared. */
export const accountSweepDue = {
  source: 'lorewright',
  type: 'AccountSweepDue',
  detail: z
    .object({
      /** Begins a round at once. */
      startsAgain: z.optional(z.boolean()),
      /** How many deletions this round may request. */
      maxDeletions: z.optional(z.int().check(z.minimum(0), z.maximum(mostDeletions))),
    })
    .check(
      z.refine(({ startsAgain, maxDeletions }) => startsAgain || maxDeletions === undefined, {
        error: 'maxDeletions needs startsAgain, because it holds for a whole round.',
      }),
    ),
} satisfies EventType;

/** Admins without an authenticator app must leave the team. */
export const adminSweepDue = ours('AdminSweepDue', {});

/** The crashes of versions that are being rolled out must be compared with the limit. */
export const rolloutsDue = ours('RolloutsDue', {});

/** The time of scheduled mailings may have come. */
export const mailingsDue = ours('MailingsDue', {});

/** Mailings may wait for SES's quota, or hold user ids that must be forgotten. */
export const mailingSweepDue = ours('MailingSweepDue', {});

/** The public status must be compared with the alarms. */
export const statusCheckDue = ours('StatusCheckDue', {});
