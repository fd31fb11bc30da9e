import * as z from '../../../contract/zod.ts';
import { readLinkToken, signLinkToken } from './link-token.ts';

const permission = z.strictObject({ userId: z.string().check(z.minLength(1)), email: z.string() });

/** The registration of an address. */
type Registration = z.infer<typeof permission>;

/**
 * The email that confirms an address also lets its owner end the registration. The token does not expire: it names one registration,
 * which expires or is confirmed. It names the address too, because the desk may have corrected the address of the registration since.
 * @param keys see `signLinkToken`
 */
export function signRegistrationToken(keys: string, { userId, email }: Registration): string {
  return signLinkToken(keys, 'endRegistration', { userId, email });
}

/**
 * @param keys see `readLinkToken`
 * @throws AppError `invalid-argument` if the token is not exactly as we signed it
 */
export function readRegistrationToken(keys: string, token: string): Registration {
  return permission.parse(readLinkToken(keys, 'endRegistration', token));
}
