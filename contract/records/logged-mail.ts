import * as z from '../zod.ts';

/**
 * The outcome of an email. `sent`: the email service got it, or is about to, and has not reported an outcome. `sending`: an email of a
 * mailing that the email service has not accepted yet. If it stays, the result is unknown.
 */
const mailOutcomes = ['sending', 'sent', 'failed', 'delivered', 'bounced', 'withheld', 'complained'] as const;

export type MailOutcome = (typeof mailOutcomes)[number];

/** An email to a person, without its text and its address. */
export const loggedMail = z.object({
  /** A hash of its idempotency key. */
  mailId: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  subject: z.string(),
  outcome: z.enum(mailOutcomes),
  /** When the outcome was reported. Missing until then. */
  reportedAt: z.optional(z.string()),
  /** The email service's id of the email, which logs contain. Missing until the outcome is reported. */
  messageId: z.optional(z.string()),
  /** `Permanent`, `Transient` or `Undetermined`, if it bounced. */
  bounceType: z.optional(z.string()),
});

export type LoggedMail = z.infer<typeof loggedMail>;
