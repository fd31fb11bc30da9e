import { createHmac, timingSafeEqual } from 'node:crypto';
import { visitorGroups } from '../../../contract/records/subscriber.ts';
import { unsubscribableGroups } from '../../../contract/records/user.ts';
import { secondsPerDay, subscriptionRequestDays } from '../../../contract/rules/retention.ts';
import { withdrawalLinkDays } from '../../../contract/rules/withdrawal.ts';
import * as z from '../../../contract/zod.ts';
import { AppError } from '../../platform/app-error.ts';

/** The permission in a token. */
type PermissionOf<Token extends { read: (keys: string, token: string) => unknown }> = ReturnType<
  Token['read']
>;

/** Two kinds of links never share one, because a token of one would open the other. */
type Purpose = 'endRegistration' | 'passOn' | 'subscribe' | 'unsubscribe' | 'withdraw';

/**
 * Tokens with the permission that a link in an email gives to anyone with the link.
 * @param purpose a token is not valid for another purpose
 * @param createSchema called with the first token that is read, because it takes time at a cold start
 */
/* @__NO_SIDE_EFFECTS__ */
function tokenFor<Schema extends z.ZodMiniType<object>>(purpose: Purpose, createSchema: () => Schema) {
  let schema: Schema | undefined;
  return {
    /** @param keys separated by spaces; the first one signs */
    sign(keys: string, permission: z.infer<Schema>): string {
      const payload = Buffer.from(JSON.stringify(permission)).toString('base64url');
      const [key = ''] = keysIn(keys);
      return `${payload}.${signatureOf(key, purpose, payload)}`;
    },

    /**
     * @param keys separated by spaces; each one is accepted
     * @throws AppError `invalid-argument` if the token is not exactly as we signed it
     */
    read(keys: string, token: string): z.infer<Schema> {
      const [payload = ''] = token.split('.');
      const given = Buffer.from(token);
      const isSignedBy = (key: string) => {
        const expected = Buffer.from(`${payload}.${signatureOf(key, purpose, payload)}`);
        return given.length === expected.length && timingSafeEqual(given, expected);
      };
      if (!keysIn(keys).some(isSignedBy))
        throw new AppError(
          'invalid-argument',
          'This link is damaged. Please use the link in the email again.',
        );
      schema ??= createSchema();
      return schema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString())) as z.infer<Schema>;
    },
  };
}

/** Drops empty keys, as an extra space would create: anybody could sign with an empty key. */
const keysIn = (keys: string) => keys.split(/\s+/).filter((key) => key !== '');

function signatureOf(key: string, purpose: Purpose, payload: string): string {
  return createHmac('sha256', key).update(`${purpose}.${payload}`).digest('base64url');
}

/**
 * Ends a registration: a part of the email that confirms its address. It does not expire: it names one registration, which expires or is
 * confirmed. It names the address too, because the desk may have corrected the address of the registration since.
 */
export const registrationToken = tokenFor('endRegistration', () =>
  z.strictObject({ userId: z.string().check(z.minLength(1)), email: z.string() }),
);

/** The offer of a license. It works as long as the offer exists. */
export const passOnToken = tokenFor('passOn', () =>
  z.strictObject({
    orderId: z.string().check(z.minLength(1)),
    passOnId: z.string().check(z.minLength(1)),
    /** The addresses of the holder and of the new holder, which the page shows. Links of earlier versions have none. */
    from: z.optional(z.string()),
    to: z.optional(z.string()),
  }),
);

/** Does not expire: people keep emails for years, and unsubscribing must always work. */
export const unsubscribeToken = tokenFor('unsubscribe', () =>
  z.strictObject({
    userId: z.string().check(z.minLength(1)),
    group: z.enum([...unsubscribableGroups, 'all']),
  }),
);

/** A request for emails that becomes valid when somebody with access to the mailbox confirms it. Only the link contains it. */
export const subscriptionToken = tokenFor('subscribe', () =>
  z.strictObject({
    email: z.string(),
    groups: z.array(z.enum(visitorGroups)),
    /** Milliseconds since 1970. */
    requestedAt: z.int(),
  }),
);

export const isRequestValid = ({ requestedAt }: { requestedAt: number }, now: Date): boolean =>
  now.getTime() <= requestedAt + subscriptionRequestDays * secondsPerDay * 1000;

/** @throws AppError `invalid-argument` if the token is not exactly as we signed it, or is too old */
export function readSubscriptionToken(keys: string, token: string, now: Date) {
  const request = subscriptionToken.read(keys, token);
  if (isRequestValid(request, now)) return request;
  throw new AppError('invalid-argument', 'This link has expired. Please sign up again.');
}

/** A statement of withdrawal that becomes valid when somebody with access to the buyer's mailbox confirms it. */
export const withdrawalToken = tokenFor('withdraw', () =>
  z.strictObject({
    orderId: z.string().check(z.minLength(1)),
    /** ISO 8601, UTC. */
    statedAt: z.iso.datetime(),
    /** The text that the sender typed: a part of the statement that the buyer confirms. */
    name: z.optional(z.string()),
  }),
);

export type UnconfirmedWithdrawal = PermissionOf<typeof withdrawalToken>;

/** @throws AppError `invalid-argument` if the token is not exactly as we signed it, or is too old */
export function readWithdrawalToken(keys: string, token: string, now: Date): UnconfirmedWithdrawal {
  const stated = withdrawalToken.read(keys, token);
  const expiresAt = Date.parse(stated.statedAt) + withdrawalLinkDays * secondsPerDay * 1000;
  if (now.getTime() <= expiresAt) return stated;
  throw new AppError(
    'invalid-argument',
    'This link has expired. State your withdrawal again, or write to us.',
  );
}
