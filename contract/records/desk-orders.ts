import * as z from '../zod.ts';
import { order } from './order.ts';
import { orderStatuses } from './order-states.ts';

/** Which orders to list. */
export const orderFilter = z.strictObject({
  /** The month of the checkout, such as `2026-11`, in UTC. */
  month: z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/)),
  status: z.optional(z.enum(orderStatuses)),
  /** ISO 3166. */
  country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  source: order.shape.source,
});

export type OrderFilter = z.infer<typeof orderFilter>;

/** A row of the list. */
export const listedOrder = z.extend(
  z.pick(order, {
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
  }),
  { userId: z.optional(z.string()) },
);

export type ListedOrder = z.infer<typeof listedOrder>;

/** In the smallest unit of the currency. */
export interface OrderTotals {
  currency: string;
  orders: number;
  grossInCents: number;
  taxInCents: number;
  refundedInCents: number;
}
