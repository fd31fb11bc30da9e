import { type ListedOrder, type OrderTotals, orderFilter } from '../records/desk-orders.ts';
import type { Order } from '../records/order.ts';
import { maxGiverName } from '../rules/desk-rules.ts';
import * as z from '../zod.ts';
import { defineOperation } from './define-operation.ts';
import { action } from './desk-fields.ts';
import { cursor, emailAddress, line, type NoFields, orderId, userId } from './fields.ts';

/** The fields of each action on an order. */
const orderAction = z.strictObject({
  ...action,
  orderId,
});

/** An action that is rejected if the order has changed since the admin saw it. `seen` is the length of the order's history at that time. */
const seenOrderAction = z.extend(orderAction, { seen: z.int().check(z.minimum(1)) });

/** Sends the email with the license file of an order again, to the address of its account. */
export const deskMailLicense = defineOperation('deskMailLicense', {
  request: () => orderAction,
  response: {} as NoFields,
});

/** Returns the license file of an order, for a person who cannot download it. */
export const deskLicenseFile = defineOperation('deskLicenseFile', {
  request: () => orderAction,
  response: {} as { licenseFile: string },
});

/** Ends the license files of an order, and issues a new one. */
export const deskReissueLicense = defineOperation('deskReissueLicense', {
  request: () => orderAction,
  response: {} as NoFields,
});

/** Moves an order with its license to the account with an address, for example of an heir. */
export const deskMoveLicense = defineOperation('deskMoveLicense', {
  request: () => z.extend(seenOrderAction, { email: emailAddress }),
  response: {} as NoFields,
});

/** Settles an order with its current state at Stripe, as a Stripe event would. Returns the status. */
export const deskSettle = defineOperation('deskSettle', {
  request: () => orderAction,
  response: {} as Pick<Order, 'status'>,
});

/** Refunds an order, in full or in part, and returns its status. A full refund ends the license. */
export const deskRefund = defineOperation('deskRefund', {
  request: () => z.extend(seenOrderAction, { amountInCents: z.optional(z.int().check(z.minimum(1))) }),
  response: {} as Pick<Order, 'status'>,
});

/** Gives a person a license without a payment. */
export const deskGift = defineOperation('deskGift', {
  request: () =>
    z.strictObject({
      ...action,
      userId,
      /** The name that the person sees as the giver. */
      from: z.optional(line(maxGiverName)),
    }),
  response: {} as Pick<Order, 'orderId'>,
});

/** Ends the license of a gift or a code. */
export const deskRevoke = defineOperation('deskRevoke', {
  request: () => seenOrderAction,
  response: {} as Pick<Order, 'status'>,
});

/** Stores that the team has done by other means what an order waited for: a failed refund, or a statement of withdrawal. */
export const deskConclude = defineOperation('deskConclude', {
  request: () => seenOrderAction,
  response: {} as Pick<Order, 'status'>,
});

/** Returns a page of the orders of a month, or of those in a state, latest first. */
export const deskOrders = defineOperation('deskOrders', {
  request: () => z.extend(orderFilter, { cursor }),
  response: {} as { orders: ListedOrder[]; next?: string },
});

/** Returns the totals and the money movements (CSV) of the same orders. */
export const deskOrderReport = defineOperation('deskOrderReport', {
  request: () => orderFilter,
  response: {} as { totals: OrderTotals[]; csv: string },
});
