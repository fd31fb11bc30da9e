import * as z from '../zod.ts';

/** The dispute of a payment that matters most now: the one that needs evidence, or the latest. Only the team sees it. */
export const orderDispute = z.object({
  disputeId: z.string(),
  /** Stripe's category, such as `product_not_received`. */
  reason: z.string(),
  amountInCents: z.int(),
  /** ISO 4217, lower case. It can differ from the currency of the order. */
  currency: z.string(),
  /** Whether the bank only inquires, and has not taken the money. Missing on disputes that were stored before this field existed. */
  isInquiry: z.optional(z.boolean()),
  /** Whether the bank waits for our evidence. */
  needsEvidence: z.boolean(),
  /** ISO 8601, UTC: the last moment for evidence. Some payment methods have none. */
  dueAt: z.optional(z.string()),
});

export type OrderDispute = z.infer<typeof orderDispute>;
