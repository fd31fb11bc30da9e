import { emailSentence, isEmail, maxEmailLength, tidyEmail } from '../rules/email-address.ts';
import { referralCodePattern, tidyReferralCode } from '../rules/referral-code.ts';
import { isVisible, tidyLine, tidyText } from '../rules/typed-text.ts';
import * as z from '../zod.ts';

const visible = z.refine<string>(isVisible, 'must contain text that can be seen');

/** Text that people type. Invisible characters are removed. */
export const prose = (maxLength: number) =>
  z.string().check(z.overwrite(tidyText), visible, z.maxLength(maxLength));

/** A single line of text. */
export const line = (maxLength: number) =>
  z.string().check(z.overwrite(tidyLine), visible, z.maxLength(maxLength));

/** An address to which the site sends. */
export const emailAddress = z
  .string()
  .check(z.overwrite(tidyEmail), z.maxLength(maxEmailLength), z.refine(isEmail, emailSentence));

/** The token of a signed link in an email. */
export const linkToken = z.string().check(z.minLength(1), z.maxLength(1000));

/** Allows one spelling for each id, because Cognito also accepts addresses as ids, and tables compare every character. */
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
  .check(
    z.overwrite(tidyReferralCode),
    z.regex(referralCodePattern, 'must be 3 to 64 letters, digits, - or _'),
  );

/** The cursor that the previous page returned. It may continue several lists. */
export const cursor = z.optional(z.string().check(z.maxLength(2000)));

export const noFields = z.strictObject({});

export type NoFields = z.infer<typeof noFields>;
