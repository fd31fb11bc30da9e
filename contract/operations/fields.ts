import { referralCodePattern } from '../rules/referral-code.ts';
import * as z from '../zod.ts';

/**
 * Text that people type. It must not contain half a character, which a database may reject, or
 * control characters other than line breaks and tabs.
 */
export const prose = (maxLength: number) =>
  z
    .string()
    .check(z.trim(), z.minLength(1), z.maxLength(maxLength), z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u));

/** A single line of text. */
export const line = (maxLength: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(maxLength), z.regex(/^[^\p{Cc}\p{Cs}]*$/u));

/** One spelling for each id: Cognito also accepts addresses as ids, and tables compare every character. */
const lowerCaseUuid = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));

/**
 * The browser creates it once for each text, so that sending the same text again changes nothing.
 */
export const submissionId = lowerCaseUuid;

/** The `sub` of Cognito. */
export const userId = lowerCaseUuid;

/** The id of a Checkout Session at Stripe, or of an order that did not come from the checkout. */
export const orderId = z.string().check(z.regex(/^(cs|gift)_[A-Za-z0-9_]{1,200}$/));

export const referralCode = z
  .string()
  .check(z.regex(referralCodePattern, 'must be 3 to 64 letters, digits, - or _'));

export const noFields = z.strictObject({});

export type NoFields = z.infer<typeof noFields>;
