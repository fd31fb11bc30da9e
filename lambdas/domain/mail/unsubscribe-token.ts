import { unsubscribableGroups } from '../../../contract/records/user.ts';
import * as z from '../../../contract/zod.ts';
import { readLinkToken, signLinkToken } from './link-token.ts';

const permission = z.strictObject({
  userId: z.string().check(z.minLength(1)),
  group: z.enum([...unsubscribableGroups, 'all']),
});

/** The change that a link in an email allows without signing in. */
export type UnsubscribePermission = z.infer<typeof permission>;

/**
 * Does not expire: people keep emails for years, and unsubscribing must always work.
 * @param keys see `signLinkToken`
 */
export function signUnsubscribeToken(keys: string, { userId, group }: UnsubscribePermission): string {
  return signLinkToken(keys, 'unsubscribe', { userId, group });
}

/**
 * @param keys see `readLinkToken`
 * @throws AppError `invalid-argument` if the token is not exactly as we signed it
 */
export function readUnsubscribeToken(keys: string, token: string): UnsubscribePermission {
  return permission.parse(readLinkToken(keys, 'unsubscribe', token));
}
