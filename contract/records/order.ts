import * as z from '../zod.ts';
import { orderStatuses } from './order-states.ts';

export const orderChange = z.object({
  /** ISO 8601, UTC. */
  at: z.string(),
  status: z.enum(orderStatuses),
  amountRefundedInCents: z.int(),
});

/** Stripe's credit note, which corrects the invoice after a refund. */
const creditNote = z.object({
  creditNoteId: z.string(),
  /** The number that is printed on it. */
  number: z.string(),
  /** Everything refunded up to the refund that it is about, inclusive. Missing if it is about none. */
  refundedInCents: z.optional(z.int()),
});

export type CreditNote = z.infer<typeof creditNote>;

/** An order as its buyer sees it. A person to whom it was passed on sees a gift; see `publicOrder`. */
export const order = z.object({
  /** The id of its Checkout Session; `gift_…` for an order that did not come from the checkout. */
  orderId: z.string(),
  /** The origin of an order that is not at Stripe: the team, or a code. Missing for the checkout. */
  source: z.optional(z.enum(['gift', 'code'])),
  /** The name that a gift of the team comes from, if the team entered one. */
  giftFrom: z.optional(z.string()),
  priceId: z.string(),
  /** The price including tax, in the currency's smallest unit. */
  amountInCents: z.int(),
  /** The tax in `amountInCents`. Missing until the checkout is complete. */
  taxInCents: z.optional(z.int()),
  amountRefundedInCents: z.int(),
  /** The country of the buyer, ISO 3166, if the payment page asked for it. */
  country: z.optional(z.string()),
  /** Stripe's invoice. A free order has none. */
  invoiceId: z.optional(z.string()),
  /** The number that is printed on the invoice. */
  invoiceNumber: z.optional(z.string()),
  /** Oldest first. A refund in the Stripe Dashboard has none, unless somebody makes it there. */
  creditNotes: z.optional(z.array(creditNote)),
  /** Whether the buyer, a business in another country, accounts for the tax. The tax is then 0. */
  isReverseCharge: z.optional(z.boolean()),
  /** ISO 4217, lower case, as Stripe writes it. */
  currency: z.string(),
  status: z.enum(orderStatuses),
  /** ISO 8601, UTC: when the checkout was opened. */
  createdAt: z.string(),
  /** ISO 8601, UTC: when the order first granted the license. */
  licensedAt: z.optional(z.string()),
  /** The signed license file. Buyers see it only while the order gives the license. */
  licenseFile: z.optional(z.string()),
  /** How often the license was reissued, and the last time (ISO 8601, UTC). Missing if it never was. Updates refuse earlier files. */
  reissues: z.optional(z.object({ count: z.int(), at: z.string() })),
  /** ISO 8601, UTC: when its license was last passed on to another account. */
  passedOnAt: z.optional(z.string()),
  /** Only for the buyer: somebody else holds the license. */
  isPassedOn: z.optional(z.literal(true)),
  /** Only for the holder: the address to which the license is offered, and until when (ISO 8601, UTC). */
  offeredTo: z.optional(z.object({ email: z.string(), until: z.string() })),
  /** The version of the terms that the buyer saw. */
  termsVersion: z.string(),
  /** Stripe's own receipt; a free order has none. */
  receiptUrl: z.optional(z.url()),
  referralCode: z.optional(z.string()),
  /** The reason for a full refund by us. `requested`: the team decided it. */
  refundReason: z.optional(z.enum(['duplicate', 'account deleted', 'withdrawn', 'requested'])),
  /** ISO 8601, UTC: when the buyer stated the withdrawal from the contract. */
  withdrawnAt: z.optional(z.string()),
  /** Each change of the status or the refunded amount, and the withdrawal. Oldest first. */
  history: z.array(orderChange),
});

export type Order = z.infer<typeof order>;
