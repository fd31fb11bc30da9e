import * as z from 'zod';

/** A settled purchase as its buyer sees it. */
export const order = z.object({
  /** That of the Checkout Session it came from. */
  orderId: z.string(),
  priceId: z.string(),
  amountInCents: z.int(),
  /** ISO 4217, lower case, as Stripe writes it. */
  currency: z.string(),
  status: z.enum(['paid', 'free']),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  referralCode: z.string().optional(),
});

export type Order = z.infer<typeof order>;
