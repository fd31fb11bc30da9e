import { order } from '../records/order.ts';
import { textLimits } from '../rules/feedback-limits.ts';
import * as z from '../zod.ts';
import { defineOperation } from './define-operation.ts';
import { line, noFields, referralCode, submissionId } from './fields.ts';

/** Stripe's id of a Checkout Session. */
const sessionIdPattern = /^cs_[A-Za-z0-9_]{1,200}$/;

/**
 * An absolute URL as it is sent to Stripe. The URL parser ignores line breaks, which Stripe rejects,
 * so only printable ASCII is allowed.
 */
const returnUrl = z.url().check(z.maxLength(2000), z.regex(/^[!-~]+$/));

/** Orders, licenses and withdrawals. */
export const orderOperations = {
  /** Opens a hosted checkout. Our catalog decides the price; `priceId` only selects its entry. */
  checkout: defineOperation('checkout', {
    request: z.strictObject({
      priceId: z.string().check(z.minLength(1), z.maxLength(100)),
      /** ISO 4217, lower case; defaults to the currency of the pages. */
      currency: z.optional(z.string().check(z.length(3))),
      success_url: returnUrl,
      cancel_url: returnUrl,
      referralCode: z.optional(referralCode),
    }),
    response: z.object({ sessionId: z.string(), url: z.url() }),
  }),

  /**
   * Reads a checkout of the caller from Stripe and grants at once what it bought, for buyers who
   * return before Stripe's event arrives. Returns the state of the order and the reason for an
   * automatic refund.
   */
  confirmCheckout: defineOperation('confirmCheckout', {
    request: z.strictObject({ sessionId: z.string().check(z.regex(sessionIdPattern)) }),
    response: z.pick(order, { status: true, refundReason: true }),
  }),

  /** Returns the caller's purchases, latest first, without unfinished checkouts. */
  myOrders: defineOperation('myOrders', {
    request: noFields,
    response: z.object({ orders: z.array(order) }),
  }),

  /** Returns a link to the invoice of an order, as a PDF at Stripe. The link expires. */
  invoice: defineOperation('invoice', {
    request: z.strictObject({ orderId: z.string().check(z.minLength(1), z.maxLength(100)) }),
    response: z.object({ url: z.url() }),
  }),

  /** Sends the email with the license file of an order again, to the address of the account. */
  mailLicense: defineOperation('mailLicense', {
    request: z.strictObject({ orderId: z.string().check(z.minLength(1), z.maxLength(100)) }),
    response: z.object({}),
  }),

  /** Gives the caller the license of a code that they received. */
  redeem: defineOperation('redeem', {
    request: z.strictObject({ code: line(100) }),
    response: order,
  }),

  /**
   * Withdraws from an order: with a statement, or with the link that confirms an earlier statement.
   * The response does not reveal whether there is such an order.
   */
  withdraw: defineOperation('withdraw', {
    request: z.union([
      z.strictObject({
        withdrawalId: submissionId,
        name: line(textLimits.contactName),
        /** The acknowledgment goes there, or a link if it is not the address of the order. */
        email: z.email().check(z.maxLength(254)),
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
    response: z.object({ statedAt: z.iso.datetime() }),
  }),

  /**
   * Stripe's webhook. Not in the callable envelope: Stripe signs the raw body and reads only our
   * status.
   */
  stripeWebhook: defineOperation('stripeWebhook', {
    request: z.unknown(),
    response: z.object({ received: z.literal(true) }),
  }),
};
