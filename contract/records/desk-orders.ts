import * as z from '../zod.ts';
import { type Order, order } from './order.ts';
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

/** A line of the list. */
export type ListedOrder = Pick<
  Order,
  | 'orderId'
  | 'source'
  | 'priceId'
  | 'amountInCents'
  | 'taxInCents'
  | 'amountRefundedInCents'
  | 'currency'
  | 'country'
  | 'status'
  | 'createdAt'
> & { userId?: string | undefined };

/** In the smallest unit of the currency. */
export interface OrderTotals {
  currency: string;
  orders: number;
  grossInCents: number;
  taxInCents: number;
  refundedInCents: number;
}
