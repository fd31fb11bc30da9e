import * as z from 'zod';
import { order } from '../records/order.ts';
import { textLimits } from '../rules/feedback-limits.ts';
import { defineOperation } from './define-operation.ts';
import { line, noFields, referralCode, submissionId } from './fields.ts';

/** Stripe's id of a Checkout Session. */
const sessionIdPattern = /^cs_[A-Za-z0-9_]{1,200}$/;

/**
 * An absolute URL as it is sent to Stripe. The URL parser ignores line breaks, which Stripe rejects,
 * so only printable ASCII is allowed.
 */
const returnUrl = z
  .url()
  .max(2000)
  .regex(/^[!-~]+$/);

/** Orders, licenses and withdrawals. */
export const orderOperations = {
  /** Opens a hosted checkout. Our catalog decides the price; `priceId` only selects its entry. */
  checkout: defineOperation('checkout', {
    request: z.strictObject({
      priceId: z.string().min(1).max(100),
      /** ISO 4217, lower case; defaults to the currency of the pages. */
      currency: z.string().length(3).optional(),
      success_url: returnUrl,
      cancel_url: returnUrl,
      referralCode: referralCode.optional(),
    }),
    response: z.object({ sessionId: z.string(), url: z.url() }),
  }),

  /**
   * Reads a checkout of the caller from Stripe and grants at once what it bought, for buyers who
   * return before Stripe's event arrives. Returns the state of the order and the reason for an
   * automatic refund.
   */
  confirmCheckout: defineOperation('confirmCheckout', {
    request: z.strictObject({ sessionId: z.string().regex(sessionIdPattern) }),
    response: order.pick({ status: true, refundReason: true }),
  }),

  /** Returns the caller's purchases, latest first, without unfinished checkouts. */
  myOrders: defineOperation('myOrders', {
    request: noFields,
    response: z.object({ orders: z.array(order) }),
  }),

  /** Returns a link to the invoice of an order, as a PDF at Stripe. The link expires. */
  invoice: defineOperation('invoice', {
    request: z.strictObject({ orderId: z.string().min(1).max(100) }),
    response: z.object({ url: z.url() }),
  }),

  /** Sends the email with the license file of an order again, to the address of the account. */
  mailLicense: defineOperation('mailLicense', {
    request: z.strictObject({ orderId: z.string().min(1).max(100) }),
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
        email: z.email().max(254),
        /** With it, and the address of the order, the statement takes effect at once. */
        orderId: z.string().trim().regex(sessionIdPattern).optional(),
      }),
      /** The token contains the order number and a name of up to 100 characters. */
      z.strictObject({ withdrawalId: submissionId, token: z.string().min(1).max(1000) }),
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
