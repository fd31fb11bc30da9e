import * as z from '../zod.ts';

/** The mail groups that a person can opt out of. */
export const unsubscribableGroups = ['updates', 'resources', 'feedback', 'newsletter'] as const;

export const mailGroup = z.enum(unsubscribableGroups);
export type MailGroup = z.infer<typeof mailGroup>;

/** The name of people who have not put one on the license. */
export const noName = 'Anonymous';

export const user = z.object({
  userId: z.string(),
  /** `Anonymous`, or the name that the person put on the license. Only the license file shows it. */
  displayName: z.string(),
  email: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  status: z.enum(['active']),
  subscription: z.object({
    /** `active` while the person holds a license. */
    status: z.enum(['none', 'active']),
    plan: z.enum(['free', 'lifetime']),
    /** ISO 8601, UTC; null before the first payment. */
    lastPaymentDate: z.nullable(z.string()),
    /** Whether the person holds a license without having ordered one. */
    isGift: z.optional(z.boolean()),
  }),
  unsubscriptions: z.array(mailGroup),
  /** The items of the roadmap that the person votes for, and since when (ISO 8601, UTC). */
  votes: z.optional(z.record(z.string(), z.string())),
  /** How many recovery codes still work; missing if the person never had any. */
  recoveryCodesLeft: z.optional(z.int()),
  /** The names that the person gave to passkeys, by their id in Cognito. The oldest is first. */
  passkeyNames: z.optional(z.array(z.object({ id: z.string(), name: z.string() }))),
});

export type User = z.infer<typeof user>;
