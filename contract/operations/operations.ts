import * as z from 'zod';
import { order } from '../records/order.ts';
import { referralCounts } from '../records/referral-counts.ts';
import { releaseVersion as version } from '../records/release.ts';
import { storedData } from '../records/stored-data.ts';
import { unsubscribableGroups, user } from '../records/user.ts';
import { feedbackTypes, textLimits } from '../rules/feedback-limits.ts';
import { platforms } from '../rules/platforms.ts';
import { referralCodePattern } from '../rules/referral-code.ts';
import { resourceFilePattern } from '../rules/resource-files.ts';
import { type OperationName, type Route, routes } from './routes.ts';

/** An operation answered in the callable envelope: `{"data": request}` in, `{"result": response}` out. */
export interface Operation<
  Caller extends Route['caller'] = Route['caller'],
  Request extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> extends Route {
  name: OperationName;
  caller: Caller;
  request: Request;
  response: Response;
}

function operation<Name extends OperationName, Request extends z.ZodType, Response extends z.ZodType>(
  name: Name,
  schemas: { request: Request; response: Response },
): Operation<(typeof routes)[Name]['caller'], Request, Response> {
  return { name, ...routes[name], ...schemas };
}

const referralCode = z.string().regex(referralCodePattern, 'must be 3 to 64 letters, digits, - or _');

const none = z.strictObject({});

/** What people write: no halves of characters, which a database may refuse, and no control characters but line breaks and tabs. */
const prose = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u);

/** On one line. */
const line = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u);

const mailGroup = z.enum(unsubscribableGroups);

const unsubscribeToken = z.string().min(1).max(500);

/** The browser makes it, once for each text, so that sending the same text again changes nothing. */
const submissionId = z.uuid();

export const operations = {
  /** The caller's own record; made on the first call. */
  me: operation('me', { request: none, response: user }),

  /** Changes the caller's record. */
  updateMe: operation('updateMe', {
    request: z.strictObject({
      /** One group at a time: a list would undo what another tab, or a link in a mail, has just done. */
      mailGroup: z.strictObject({ group: mailGroup, wantsMail: z.boolean() }),
    }),
    response: user,
  }),

  /** Takes over the email address that the caller has confirmed with the identity provider. */
  syncEmail: operation('syncEmail', { request: none, response: user }),

  /** Everything that is stored about the caller. */
  exportMyData: operation('exportMyData', {
    request: none,
    response: storedData,
  }),

  /**
   * Has the caller's account deleted, and all that belongs to it, within seconds. Needs a sign-in of the last five minutes.
   * Answers how much there is to remove and to keep.
   */
  deleteAccountData: operation('deleteAccountData', {
    request: none,
    response: z.object({ feedbackCount: z.int(), orderCount: z.int() }),
  }),

  /** Opens a hosted checkout. The price is decided by our catalog; `priceId` only says which entry of it. */
  checkout: operation('checkout', {
    request: z.strictObject({
      priceId: z.string().min(1).max(100),
      success_url: z.url().max(2000),
      cancel_url: z.url().max(2000),
      referralCode: referralCode.optional(),
    }),
    response: z.object({ sessionId: z.string(), url: z.url() }),
  }),

  /**
   * Looks at Stripe for a checkout of the caller's own, and gives at once what it bought: for who comes back before Stripe has told us.
   * Answers the state of the order, and why its money goes back if we send it back by ourselves.
   */
  confirmCheckout: operation('confirmCheckout', {
    request: z.strictObject({ sessionId: z.string().regex(/^cs_[A-Za-z0-9_]{1,200}$/) }),
    response: order.pick({ status: true, refundReason: true }),
  }),

  /** The caller's purchases, latest first. Checkouts that were not finished are none. */
  myOrders: operation('myOrders', { request: none, response: z.object({ orders: z.array(order) }) }),

  /** The caller's own code, made on the first call, and what came of it in each of the last 12 months, oldest first. */
  myReferrals: operation('myReferrals', {
    request: none,
    response: z.object({ code: referralCode, months: z.array(referralCounts) }),
  }),

  /** A link to a build for a platform, of the current version if none is named. It works for five minutes. */
  download: operation('download', {
    request: z.strictObject({ platform: z.enum(platforms), version: version.optional() }),
    response: z.object({ url: z.url(), fileName: z.string(), version: z.string(), sizeInBytes: z.int() }),
  }),

  /** A link to one of the free resources. It works for five minutes. */
  downloadResource: operation('downloadResource', {
    request: z.strictObject({ file: z.string().max(100).regex(resourceFilePattern) }),
    response: z.object({ url: z.url(), fileName: z.string() }),
  }),

  /** Leads an updater, which is given the access token of somebody signed in, to a file of a release. */
  updateFile: operation('updateFile', {
    request: z.object({ version, platform: z.enum(platforms), fileName: z.string().min(1).max(200) }),
    response: z.never(),
  }),

  /** Sends the caller's opinion to the team. */
  feedback: operation('feedback', {
    request: z.strictObject({
      feedbackId: submissionId,
      type: z.enum(feedbackTypes).default(feedbackTypes[0]),
      content: prose(textLimits.feedback),
    }),
    response: none,
  }),

  /** Sends a letter to the team, and a receipt to its writer. */
  contact: operation('contact', {
    request: z.strictObject({
      messageId: submissionId,
      name: line(textLimits.contactName),
      email: z.email().max(254),
      message: prose(textLimits.contactMessage),
      /** A field people do not see. Programs that fill in every form fill in this one too. */
      website: z.string().max(200).default(''),
    }),
    response: none,
  }),

  /** Ends the mails that a signed link is for, for whoever it was sent to. */
  unsubscribe: operation('unsubscribe', {
    request: z.strictObject({
      token: unsubscribeToken,
      /** Begins the mails of these groups again instead, as far as the link is for them. */
      beginAgain: z.array(mailGroup).min(1).max(unsubscribableGroups.length).optional(),
    }),
    response: z.object({
      /** What the link is for. */
      group: z.enum([...unsubscribableGroups, 'all']),
      /** What was different before, and so what an undo is to change. */
      changed: z.array(mailGroup),
    }),
  }),

  /**
   * What a mail program calls when somebody presses its own "unsubscribe". Not in the callable envelope: the token is in
   * the address, the body is `List-Unsubscribe=One-Click`.
   * @see https://www.rfc-editor.org/rfc/rfc8058
   */
  oneClickUnsubscribe: operation('oneClickUnsubscribe', {
    request: z.object({ token: unsubscribeToken }),
    response: none,
  }),

  /** Counts that somebody came by a referral link. The answer does not tell whether there is such a code. */
  referralImpression: operation('referralImpression', {
    request: z.strictObject({ referralCode }),
    response: none,
  }),

  /** Stripe's webhook. Not in the callable envelope: Stripe signs the raw body and reads only our status. */
  stripeWebhook: operation('stripeWebhook', {
    request: z.unknown(),
    response: z.object({ received: z.literal(true) }),
  }),
} satisfies Record<OperationName, Operation>;

type Operations = typeof operations;
/** What the browser sends. */
export type RequestOf<Name extends OperationName> = z.input<Operations[Name]['request']>;
/** What the browser gets. */
export type ResponseOf<Name extends OperationName> = z.output<Operations[Name]['response']>;
