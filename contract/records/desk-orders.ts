import * as z from 'zod';
import { order } from './order.ts';
import { orderStatuses } from './order-states.ts';

/** Which orders to list. */
export const orderFilter = z.strictObject({
  /** The month of the checkout, such as `2026-11`, in UTC. */
  month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
  status: z.enum(orderStatuses).optional(),
  /** ISO 3166. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  source: order.shape.source,
});

export type OrderFilter = z.infer<typeof orderFilter>;

/** A line of the list. */
export const listedOrder = order
  .pick({
    orderId: true,
    source: true,
    priceId: true,
    amountInCents: true,
    taxInCents: true,
    amountRefundedInCents: true,
    currency: true,
    country: true,
    status: true,
    createdAt: true,
  })
  .extend({ userId: z.string().optional() });

export type ListedOrder = z.infer<typeof listedOrder>;

/** In the smallest unit of the currency. */
export const orderTotals = z.object({
  currency: z.string(),
  orders: z.int(),
  grossInCents: z.int(),
  taxInCents: z.int(),
  refundedInCents: z.int(),
});

export type OrderTotals = z.infer<typeof orderTotals>;
