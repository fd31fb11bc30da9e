import * as z from 'zod';
import { order } from '../records/order.ts';
import { referralCounts } from '../records/referral-counts.ts';
import { releaseVersion as version } from '../records/release.ts';
import { storedData } from '../records/stored-data.ts';
import { unsubscribableGroups, user } from '../records/user.ts';
import { maxUsernameLength } from '../rules/account-limits.ts';
import { feedbackTypes, textLimits } from '../rules/feedback-limits.ts';
import { maxPasskeyNameLength } from '../rules/passkey-limits.ts';
import { platforms } from '../rules/platforms.ts';
import { recoveryCodeCount } from '../rules/recovery-codes.ts';
import { referralCodePattern } from '../rules/referral-code.ts';
import { resourceFilePattern } from '../rules/resource-files.ts';
import { defineOperation, type Operation } from './define-operation.ts';
import { deskOperations } from './desk-operations.ts';
import { line, prose, submissionId } from './fields.ts';
import type { OperationName } from './routes.ts';

const referralCode = z.string().regex(referralCodePattern, 'must be 3 to 64 letters, digits, - or _');

const none = z.strictObject({});

/** Ids have at most 1,023 bytes: https://www.w3.org/TR/webauthn-3/#credential-id */
const passkey = z.strictObject({
  id: z.string().regex(/^[\w-]{1,1364}$/),
  /** Null removes the name. */
  name: line(maxPasskeyNameLength).nullable(),
});

const mailGroup = z.enum(unsubscribableGroups);

/** Stripe's id of a Checkout Session. */
const sessionIdPattern = /^cs_[A-Za-z0-9_]{1,200}$/;

/** What a signed link in an email contains. */
const linkToken = z.string().min(1).max(500);

export const operations = {
  /** Returns the caller's own record, and creates it on the first call. */
  me: defineOperation('me', { request: none, response: user }),

  /** Changes the caller's record. */
  updateMe: defineOperation('updateMe', {
    request: z.union([
      z.strictObject({
        /**
         * One group at a time: a list would undo what another tab or a link in a mail has just
         * changed.
         */
        mailGroup: z.strictObject({ group: mailGroup, wantsMail: z.boolean() }),
      }),
      z.strictObject({ passkey }),
    ]),
    response: user,
  }),

  /** Takes over the email address that the caller has confirmed with the identity provider. */
  syncEmail: defineOperation('syncEmail', { request: none, response: user }),

  /**
   * Replaces the caller's recovery codes and returns the new ones, which cannot be read again.
   * Requires a second factor and a sign-in within the last five minutes.
   */
  renewRecoveryCodes: defineOperation('renewRecoveryCodes', {
    request: none,
    response: z.object({ codes: z.array(z.string()).length(recoveryCodeCount) }),
  }),

  /**
   * Compares the caller's sign-in methods at the identity provider with those that the owner was last
   * told about, and sends an email about each difference. The site calls it after each sign-in and
   * after each change.
   */
  reviewSecurity: defineOperation('reviewSecurity', {
    request: none,
    response: none,
  }),

  /**
   * For people who lost their authenticator app: turns off the second factor and signs out all
   * devices. The error does not reveal which of the three values is wrong.
   */
  recoverAccount: defineOperation('recoverAccount', {
    request: z.strictObject({
      // Cognito would also accept a user id, which would have a limit of its own.
      email: z.string().trim().includes('@').max(maxUsernameLength),
      // Cognito refuses a password that is too long for it, and the answer is that of a wrong one.
      password: z.string().min(1).max(1_000),
      recoveryCode: z.string().min(1).max(100),
    }),
    response: none,
  }),

  /** Returns everything that is stored about the caller. */
  exportMyData: defineOperation('exportMyData', {
    request: none,
    response: storedData,
  }),

  /**
   * Deletes the caller's account and all its data within seconds. Requires a sign-in within the
   * last five minutes. Returns how much will be deleted and how much will be kept.
   */
  deleteAccountData: defineOperation('deleteAccountData', {
    request: none,
    response: z.object({ feedbackCount: z.int(), orderCount: z.int() }),
  }),

  /** Opens a hosted checkout. Our catalog decides the price; `priceId` only selects its entry. */
  checkout: defineOperation('checkout', {
    request: z.strictObject({
      priceId: z.string().min(1).max(100),
      /** ISO 4217, lower case; defaults to the currency of the pages. */
      currency: z.string().length(3).optional(),
      success_url: z.url().max(2000),
      cancel_url: z.url().max(2000),
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
  myOrders: defineOperation('myOrders', { request: none, response: z.object({ orders: z.array(order) }) }),

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

  /**
   * Returns the caller's own code, which the first call creates, and its results for each of the
   * last 12 months, oldest first.
   */
  myReferrals: defineOperation('myReferrals', {
    request: none,
    response: z.object({ code: referralCode, months: z.array(referralCounts) }),
  }),

  /**
   * Returns a link to a build for a platform, by default of the current version. It works for five
   * minutes.
   */
  download: defineOperation('download', {
    request: z.strictObject({ platform: z.enum(platforms), version: version.optional() }),
    response: z.object({ url: z.url(), fileName: z.string(), version: z.string(), sizeInBytes: z.int() }),
  }),

  /** Returns a link to one of the free resources. It works for five minutes. */
  downloadResource: defineOperation('downloadResource', {
    request: z.strictObject({ file: z.string().max(100).regex(resourceFilePattern) }),
    response: z.object({ url: z.url(), fileName: z.string() }),
  }),

  /** Redirects an updater, which sends a user's access token, to a file of a release. */
  updateFile: defineOperation('updateFile', {
    request: z.object({ version, platform: z.enum(platforms), fileName: z.string().min(1).max(200) }),
    response: z.never(),
  }),

  /** Sends the caller's feedback to the team. */
  feedback: defineOperation('feedback', {
    request: z.strictObject({
      feedbackId: submissionId,
      type: z.enum(feedbackTypes).default(feedbackTypes[0]),
      content: prose(textLimits.feedback),
    }),
    response: none,
  }),

  /** Sends a message to the team and a receipt to its sender. */
  contact: defineOperation('contact', {
    request: z.strictObject({
      messageId: submissionId,
      name: line(textLimits.contactName),
      email: z.email().max(254),
      message: prose(textLimits.contactMessage),
      /** A field that people do not see. Programs that fill in every field fill in this one too. */
      website: z.string().max(200).default(''),
    }),
    response: none,
  }),

  /** Stops the emails that a signed link names. Anyone with the link may use it. */
  unsubscribe: defineOperation('unsubscribe', {
    request: z.strictObject({
      token: linkToken,
      /** Resumes the emails of these groups instead, if the link covers them. */
      beginAgain: z.array(mailGroup).min(1).max(unsubscribableGroups.length).optional(),
    }),
    response: z.object({
      /** What the link covers. */
      group: z.enum([...unsubscribableGroups, 'all']),
      /** The groups whose setting changed, so that an undo can restore them. */
      changed: z.array(mailGroup),
    }),
  }),

  /**
   * Called by a mail program when a user presses its "unsubscribe" button. Not in the callable
   * envelope: the token is in the address, and the body is `List-Unsubscribe=One-Click`.
   * @see https://www.rfc-editor.org/rfc/rfc8058
   */
  oneClickUnsubscribe: defineOperation('oneClickUnsubscribe', {
    request: z.object({ token: linkToken }),
    response: none,
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

  /** Gives the caller the license of a code that they received. */
  redeem: defineOperation('redeem', {
    request: z.strictObject({ code: line(100) }),
    response: order,
  }),

  /** Counts a visit by a referral link. The response does not reveal whether the code exists. */
  referralImpression: defineOperation('referralImpression', {
    request: z.strictObject({ referralCode }),
    response: none,
  }),

  ...deskOperations,

  /**
   * Stripe's webhook. Not in the callable envelope: Stripe signs the raw body and reads only our
   * status.
   */
  stripeWebhook: defineOperation('stripeWebhook', {
    request: z.unknown(),
    response: z.object({ received: z.literal(true) }),
  }),
} satisfies Record<OperationName, Operation>;

type Operations = typeof operations;
/** The type of the request body. */
export type RequestOf<Name extends OperationName> = z.input<Operations[Name]['request']>;
/** The type of the response body. */
export type ResponseOf<Name extends OperationName> = z.output<Operations[Name]['response']>;
