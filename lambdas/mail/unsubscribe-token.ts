import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { unsubscribableGroups } from '../../contract/user.ts';
import { AppError } from '../platform/app-error.ts';

const permission = z.strictObject({
  userId: z.string().min(1),
  group: z.enum([...unsubscribableGroups, 'all']),
});

/** What a link in a mail lets its reader do, without signing in. */
export type UnsubscribePermission = z.infer<typeof permission>;

/** Does not run out: mails are kept for years, and ending them must always work. */
export function signUnsubscribeToken(key: string, { userId, group }: UnsubscribePermission): string {
  const payload = Buffer.from(JSON.stringify({ userId, group })).toString('base64url');
  return `${payload}.${signatureOf(key, payload)}`;
}

/** @throws AppError `invalid-argument` when we did not sign it, letter by letter. */
export function readUnsubscribeToken(key: string, token: string): UnsubscribePermission {
  const [payload = ''] = token.split('.');
  const expected = Buffer.from(`${payload}.${signatureOf(key, payload)}`);
  const given = Buffer.from(token);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new AppError('invalid-argument', 'This link is damaged. Please use the link from the mail again.');
  }
  return permission.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
}

function signatureOf(key: string, payload: string): string {
  return createHmac('sha256', key).update(`unsubscribe.${payload}`).digest('base64url');
}
