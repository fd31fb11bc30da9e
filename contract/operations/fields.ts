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

/**
 * The browser creates it once for each text, so that sending the same text again changes nothing.
 */
export const submissionId = z.uuid();

export const userId = z.string().check(z.minLength(1), z.maxLength(128));

export const referralCode = z
  .string()
  .check(z.regex(referralCodePattern, 'must be 3 to 64 letters, digits, - or _'));

export const noFields = z.strictObject({});

export type NoFields = z.infer<typeof noFields>;
