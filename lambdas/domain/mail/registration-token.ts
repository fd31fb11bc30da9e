import * as z from '../../../contract/zod.ts';
import { readLinkToken, signLinkToken } from './link-token.ts';

const permission = z.strictObject({ userId: z.string().check(z.minLength(1)) });

/**
 * The email that confirms an address also lets its owner end the registration. The token does not expire: it names one registration,
 * which ends by itself or is confirmed.
 * @param keys see `signLinkToken`
 */
export function signRegistrationToken(keys: string, userId: string): string {
  return signLinkToken(keys, 'endRegistration', { userId });
}

/**
 * @param keys see `readLinkToken`
 * @returns the user id
 * @throws AppError `invalid-argument` if the token is not exactly as we signed it
 */
export function readRegistrationToken(keys: string, token: string): string {
  return permission.parse(readLinkToken(keys, 'endRegistration', token)).userId;
}
