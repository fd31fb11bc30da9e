import type { Order } from '../records/order.ts';
import { textLimits } from '../rules/feedback-limits.ts';
import * as z from '../zod.ts';
import { defineOperation } from './define-operation.ts';
import {
  emailAddress,
  line,
  linkToken,
  type NoFields,
  noFields,
  orderId,
  referralCode,
  submissionId,
} from './fields.ts';

/** Stripe's id of a Checkout Session. */
const sessionIdPattern = /^cs_[A-Za-z0-9_]{1,200}$/;

/**
 * An absolute URL as it is sent to Stripe. The URL parser ignores line breaks, which Stripe rejects,
 * so only printable ASCII is allowed.
 */
const returnUrl = z.url().check(z.maxLength(2000), z.regex(/^[!-~]+$/));

/** Opens a hosted checkout. Our catalog decides the price; `priceId` only selects its entry. */
export const checkout = defineOperation('checkout', {
  request: () =>
    z.strictObject({
      priceId: z.string().check(z.regex(/^\w{1,100}$/)),
      /** ISO 4217, lower case; defaults to the currency of the pages. */
      currency: z.optional(z.string().check(z.length(3))),
      success_url: returnUrl,
      cancel_url: returnUrl,
      referralCode: z.optional(referralCode),
    }),
  response: {} as { sessionId: string; url: string },
});

/**
 * Reads a checkout of the caller from Stripe and grants at once what it bought, for buyers who
 * return before Stripe's event arrives. Returns the state of the order and the reason for an
 * automatic refund.
 */
export const confirmCheckout = defineOperation('confirmCheckout', {
  request: () => z.strictObject({ sessionId: z.string().check(z.regex(sessionIdPattern)) }),
  response: {} as Pick<Order, 'status' | 'refundReason'>,
});

/** Returns the caller's latest purchases, latest first, without unfinished checkouts. */
export const myOrders = defineOperation('myOrders', {
  request: () => noFields,
  response: {} as { orders: Order[] },
});

/** Returns a link to the invoice of a paid order, or to a credit note for it, as a PDF at Stripe. The link expires. */
export const invoice = defineOperation('invoice', {
  request: () =>
    z.strictObject({
      orderId,
      creditNoteId: z.optional(z.string().check(z.regex(/^cn_[A-Za-z0-9_]{1,200}$/))),
    }),
  response: {} as { url: string },
});

/** Sends the email with the license file of an order again, to the address of the account. */
export const mailLicense = defineOperation('mailLicense', {
  request: () => z.strictObject({ orderId }),
  response: {} as NoFields,
});

/** Ends the license files of the caller's order, which got out, and issues a new one. Needs a recent sign-in. */
export const reissueLicense = defineOperation('reissueLicense', {
  request: () => z.strictObject({ orderId, requestId: submissionId }),
  response: {} as NoFields,
});

/** Offers the caller's license to the owner of an address, by email. Replaces an earlier offer. Needs a recent sign-in. */
export const offerLicense = defineOperation('offerLicense', {
  request: () => z.strictObject({ orderId, email: emailAddress, passOnId: submissionId }),
  response: {} as NoFields,
});

/** Cancels the offer of the caller's license, if there is one. */
export const cancelOffer = defineOperation('cancelOffer', {
  request: () => z.strictObject({ orderId }),
  response: {} as NoFields,
});

/** Moves an offered license to the caller, who has the address to which it was offered. */
export const acceptLicense = defineOperation('acceptLicense', {
  request: () => z.strictObject({ token: linkToken }),
  response: {} as NoFields,
});

/** Gives the caller the license of a code that they received. */
export const redeem = defineOperation('redeem', {
  request: () => z.strictObject({ code: line(100) }),
  response: {} as Order,
});

/**
 * Withdraws from an order: with a statement, or with the link that confirms an earlier statement.
 * The response does not reveal whether there is such an order.
 */
export const withdraw = defineOperation('withdraw', {
  request: () =>
    z.union([
      z.strictObject({
        withdrawalId: submissionId,
        name: line(textLimits.contactName),
        /** This address gets the acknowledgment, or a link if it is not the address of the order. */
        email: emailAddress,
        /** With it, and the address of the order, the statement takes effect at once. */
        orderId: z.optional(z.string().check(z.trim(), z.regex(sessionIdPattern))),
      }),
      /** The token contains the order number and a name of up to 100 characters. */
      z.strictObject({
        withdrawalId: submissionId,
        token: z.string().check(z.minLength(1), z.maxLength(1000)),
      }),
    ]),
  /** ISO 8601, UTC: the time of the statement. */
  response: {} as { statedAt: string },
});

/**
 * Stripe's webhook. Not in the callable envelope: Stripe signs the raw body and reads only our
 * status.
 * @public Its handler does not use it.
 */
export const stripeWebhook = defineOperation('stripeWebhook', {
  request: () => z.unknown(),
  response: {} as { received: true },
});
