import * as z from 'zod';
import { referralCodePattern } from '../rules/referral-code.ts';
import { concerns, licenseChanges } from './license-changes.ts';

export interface EventType<Detail extends z.ZodType = z.ZodType> {
  source: 'lorewright' | 'aws.s3' | 'aws.ses' | 'aws.events';
  /** EventBridge's `detail-type`. */
  type: string;
  detail: Detail;
}

/** What each event of ours carries beside its detail. */
export interface Caused {
  /** The id of the request that it follows from, also if other events came in between. */
  causedBy?: string | undefined;
}

/**
 * The request that an event follows from. Undefined for what was on its way before events knew it, and for what nobody asked for: a
 * schedule, an upload. A mail takes it along as a tag, which SES hands back.
 */
export function causeOf(detail: unknown): string | undefined {
  const { causedBy, mail } = (detail ?? {}) as Caused & { mail?: { tags?: { causedBy?: string[] } } };
  const cause = causedBy ?? mail?.tags?.causedBy?.[0];
  return typeof cause === 'string' && cause ? cause : undefined;
}

/** What happens. Everything that follows from a change listens to one of these. */
export const events = {
  /** A new account confirmed its address. */
  userRegistered: {
    source: 'lorewright',
    type: 'UserRegistered',
    detail: z.object({
      userId: z.string(),
      email: z.string(),
      /** By whose link they had come, if the browser that confirmed the address still knew. */
      referralCode: z.string().regex(referralCodePattern).optional(),
    }),
  },
  /** Somebody set a new password with a code from a mail. */
  passwordReset: {
    source: 'lorewright',
    type: 'PasswordReset',
    detail: z.object({
      userId: z.string(),
      resetId: z.string(),
      email: z.string(),
      /** Whether all sign-ins from before the reset have been ended. */
      isSignedOut: z.boolean(),
    }),
  },
  /** Somebody asked to have another address on their account. `email` is the one they had at that moment. */
  emailChangeRequested: {
    source: 'lorewright',
    type: 'EmailChangeRequested',
    detail: z.object({ userId: z.string(), requestId: z.string(), email: z.string() }),
  },
  /** Somebody asked, with their password, to have their account deleted. */
  accountDeletionRequested: {
    source: 'lorewright',
    type: 'AccountDeletionRequested',
    detail: z.object({ userId: z.string(), email: z.string() }),
  },
  /** A user wrote to the team; the text is in the table. */
  feedbackSubmitted: {
    source: 'lorewright',
    type: 'FeedbackSubmitted',
    detail: z.object({ feedbackId: z.string() }),
  },
  /** Somebody, who need not have an account, wrote to the team. The letter is kept nowhere but in this event. */
  contactSubmitted: {
    source: 'lorewright',
    type: 'ContactSubmitted',
    detail: z.object({
      messageId: z.string(),
      name: z.string(),
      email: z.string(),
      message: z.string(),
      /** ISO 8601, UTC. */
      submittedAt: z.iso.datetime(),
    }),
  },
  /** An order gave its buyer the license, or took it away, or was sent back; or needs somebody to look at it. */
  licenseChanged: {
    source: 'lorewright',
    type: 'LicenseChanged',
    detail: z.object({
      orderId: z.string(),
      /** Missing when the account is gone. */
      userId: z.string().optional(),
      change: z.enum([...licenseChanges, ...concerns]),
      /** Another one for each change of the same order. */
      idempotencyKey: z.string(),
    }),
  },
  /**
   * Stripe says something about a checkout or its payment. Only a hint to look at Stripe: it may come late, twice, out of order.
   */
  paymentChanged: {
    source: 'lorewright',
    type: 'PaymentChanged',
    detail: z.object({
      subject: z.union([z.object({ sessionId: z.string() }), z.object({ paymentIntentId: z.string() })]),
      stripeEventId: z.string(),
    }),
  },
  /** An article was written, changed, published or taken back; what it is now stands in the table. */
  articleChanged: {
    source: 'lorewright',
    type: 'ArticleChanged',
    detail: z.object({ slug: z.string() }),
  },
  /** S3 has a new object. This one comes from S3 itself, on the account's default bus. */
  objectCreated: {
    source: 'aws.s3',
    type: 'Object Created',
    detail: z.object({
      bucket: z.object({ name: z.string() }),
      object: z.object({
        key: z.string(),
        etag: z.string().optional(),
        /** Another one for each write of the same key. */
        sequencer: z.string().optional(),
      }),
    }),
  },
  /**
   * A mail did not arrive, or was not sent because an earlier one had not. This and the next come from SES, on the account's default bus.
   * @see https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html the same fields as in SNS
   */
  mailBounced: {
    source: 'aws.ses',
    type: 'Email Bounced',
    detail: z.object({
      mail: z.object({ messageId: z.string() }),
      bounce: z.object({
        /** `Permanent`, `Transient` or `Undetermined`. */
        bounceType: z.string(),
        bounceSubType: z.string().optional(),
      }),
    }),
  },
  /** Somebody has told their mail program that our mail is spam; or one was not sent because of that. */
  mailComplained: {
    source: 'aws.ses',
    type: 'Email Complaint Received',
    detail: z.object({
      mail: z.object({ messageId: z.string() }),
      complaint: z.object({
        complaintSubType: z.string().nullish(),
        complainedRecipients: z.array(z.object({ emailAddress: z.string() })),
      }),
    }),
  },
  /** It is time for what runs regularly. This one comes from EventBridge itself. */
  scheduled: {
    source: 'aws.events',
    type: 'Scheduled Event',
    detail: z.object({}),
  },
} satisfies Record<string, EventType>;

type Events = typeof events;
export type EventName = keyof Events;
export type DetailOf<Name extends EventName> = z.infer<Events[Name]['detail']>;
