import * as z from '../zod.ts';
import { deskStates } from './desk-states.ts';
import { order } from './order.ts';
import { orderDispute } from './order-dispute.ts';

/** Which orders to list: those of a month, or those in a state of all months. */
export const orderFilter = z.strictObject({
  /** The month of the checkout, such as `2026-11`, in UTC. */
  month: z.optional(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/))),
  state: z.optional(z.enum(deskStates)),
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
    createdAt: true,
    invoiceNumber: true,
  }),
  {
    state: z.enum(deskStates),
    userId: z.optional(z.string()),
    paymentIntentId: z.optional(z.string()),
    dispute: z.optional(orderDispute),
    /** The length of the history of the order. */
    changes: z.int(),
  },
);

/** A row with the address of the buyer, which is missing when the account is deleted. */
export type ListedOrder = z.infer<typeof listedOrder> & { email?: string | undefined };

/** In the smallest unit of the currency. */
export interface OrderTotals {
  currency: string;
  orders: number;
  grossInCents: number;
  taxInCents: number;
  refundedInCents: number;
}
