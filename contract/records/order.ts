import * as z from 'zod';
import { orderStatuses } from './order-states.ts';

/** An order as its buyer sees it. */
export const order = z.object({
  /** That of the Checkout Session it came from. */
  orderId: z.string(),
  priceId: z.string(),
  /** What it costs with tax, in the currency's smallest unit. */
  amountInCents: z.int(),
  /** The tax in `amountInCents`. Missing in orders that were stored before we recorded it. */
  taxInCents: z.int().optional(),
  amountRefundedInCents: z.int(),
  /** ISO 4217, lower case, as Stripe writes it. */
  currency: z.string(),
  status: z.enum(orderStatuses),
  /** ISO 8601, UTC: when the checkout was opened. */
  createdAt: z.string(),
  /** ISO 8601, UTC: when it first gave the license. */
  licensedAt: z.string().optional(),
  /** Which terms of the license were shown. */
  termsVersion: z.string().optional(),
  /** Stripe's own receipt; a free order has none. */
  receiptUrl: z.url().optional(),
  referralCode: z.string().optional(),
  /** Why we send the money back by ourselves. */
  refundReason: z.enum(['duplicate', 'account deleted']).optional(),
  /** Oldest first. */
  history: z.array(
    z.object({
      at: z.string(),
      status: z.enum(orderStatuses),
      amountRefundedInCents: z.int(),
    }),
  ),
});

export type Order = z.infer<typeof order>;
