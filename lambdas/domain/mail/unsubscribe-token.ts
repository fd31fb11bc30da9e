import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { unsubscribableGroups } from '../../../contract/records/user.ts';
import { AppError } from '../../platform/app-error.ts';

const permission = z.strictObject({
  userId: z.string().min(1),
  group: z.enum([...unsubscribableGroups, 'all']),
});

/** What a link in an email allows without signing in. */
export type UnsubscribePermission = z.infer<typeof permission>;

/**
 * Does not expire: people keep emails for years, and unsubscribing must always work.
 * @param keys separated by spaces; the first one signs
 */
export function signUnsubscribeToken(keys: string, { userId, group }: UnsubscribePermission): string {
  const payload = Buffer.from(JSON.stringify({ userId, group })).toString('base64url');
  const [key = ''] = keysIn(keys);
  return `${payload}.${signatureOf(key, payload)}`;
}

/**
 * @param keys separated by spaces; each one is accepted
 * @throws AppError `invalid-argument` if the token is not exactly as we signed it
 */
export function readUnsubscribeToken(keys: string, token: string): UnsubscribePermission {
  const [payload = ''] = token.split('.');
  const given = Buffer.from(token);
  const isSignedBy = (key: string) => {
    const expected = Buffer.from(`${payload}.${signatureOf(key, payload)}`);
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  if (!keysIn(keys).some(isSignedBy)) {
    throw new AppError('invalid-argument', 'This link is damaged. Please use the link in the email again.');
  }
  return permission.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
}

/** Drops empty keys, as an extra space would create: anybody could sign with an empty key. */
const keysIn = (keys: string) => keys.split(/\s+/).filter((key) => key !== '');

function signatureOf(key: string, payload: string): string {
  return createHmac('sha256', key).update(`unsubscribe.${payload}`).digest('base64url');
}
