import * as z from '../../../contract/zod.ts';
import { readLinkToken, signLinkToken } from './link-token.ts';

const permission = z.strictObject({
  orderId: z.string().check(z.minLength(1)),
  passOnId: z.string().check(z.minLength(1)),
  /** The addresses of the holder and of the new holder, which the page shows. Links of earlier versions have none. */
  from: z.optional(z.string()),
  to: z.optional(z.string()),
});

/** The offer that a link is about. The link works as long as the offer exists. */
export type OfferedLicense = z.infer<typeof permission>;

/** @param keys see `signLinkToken` */
export function signPassOnToken(keys: string, offered: OfferedLicense): string {
  return signLinkToken(keys, 'passOn', offered);
}

/**
 * @param keys see `readLinkToken`
 * @throws AppError `invalid-argument` if the token is not exactly as we signed it
 */
export function readPassOnToken(keys: string, token: string): OfferedLicense {
  return permission.parse(readLinkToken(keys, 'passOn', token));
}
