import * as z from 'zod';
import { platforms } from './platforms.ts';
import { referralCodePattern } from './referral-code.ts';
import { type OperationName, type Route, routes } from './routes.ts';
import { unsubscribableGroups, user } from './user.ts';

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

export const operations = {
  /** The caller's own record; made on the first call. */
  me: operation('me', { request: none, response: user }),

  /** Merges the given fields into the caller's record. */
  updateMe: operation('updateMe', {
    request: z
      .strictObject({
        // No control characters, and no halves of characters, which a database may refuse.
        displayName: z
          .string()
          .trim()
          .min(1)
          .max(80)
          .regex(/^[^\p{Cc}\p{Cs}]*$/u)
          .optional(),
        unsubscriptions: z
          .array(z.enum(unsubscribableGroups))
          .max(unsubscribableGroups.length)
          .transform((groups) => [...new Set(groups)])
          .optional(),
      })
      .refine((change) => Object.keys(change).length > 0, 'must change at least one field'),
    response: user,
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

  /** A link to the current build for a platform. It works for five minutes. */
  download: operation('download', {
    request: z.strictObject({ platform: z.enum(platforms) }),
    response: z.object({ url: z.url(), fileName: z.string(), version: z.string(), sizeInBytes: z.int() }),
  }),

  /** Counts that somebody came by a referral link. */
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

export type Operations = typeof operations;
/** What the browser sends. */
export type RequestOf<Name extends OperationName> = z.input<Operations[Name]['request']>;
/** What the browser gets. */
export type ResponseOf<Name extends OperationName> = z.output<Operations[Name]['response']>;
