import type { ExportedPage } from '../records/exported-lists.ts';
import type { ReferralCounts } from '../records/referral-counts.ts';
import type { StoredData } from '../records/stored-data.ts';
import { mailGroup, type User } from '../records/user.ts';
import { maxHolderName, maxUsernameLength } from '../rules/account-limits.ts';
import { maxPasskeyNameLength } from '../rules/passkey-limits.ts';
import * as z from '../zod.ts';
import { defineOperation } from './define-operation.ts';
import { cursor, emailAddress, line, linkToken, type NoFields, noFields, referralCode } from './fields.ts';

/** Ids have at most 1,023 bytes: https://www.w3.org/TR/webauthn-3/#credential-id */
const passkey = z.strictObject({
  id: z.string().check(z.regex(/^[\w-]{1,1364}$/)),
  /** Null removes the name. */
  name: z.nullable(line(maxPasskeyNameLength)),
});

/** Returns the caller's own record, and creates it on the first call. */
export const me = defineOperation('me', {
  request: () => noFields,
  response: {} as User,
});

/** Changes the caller's record. */
export const updateMe = defineOperation('updateMe', {
  request: () =>
    z.union([
      z.strictObject({
        /**
         * One group at a time: a list would undo what another tab or a link in an email has just
         * changed.
         */
        mailGroup: z.strictObject({ group: mailGroup, wantsMail: z.boolean() }),
      }),
      z.strictObject({ passkey }),
      /** The name on the license. Null removes it. */
      z.strictObject({ displayName: z.nullable(line(maxHolderName)) }),
    ]),
  response: {} as User,
});

/** Votes for an item of the roadmap, or takes the vote back. Repeating it changes nothing. */
export const voteForItem = defineOperation('voteForItem', {
  // Not an enum: a page may be newer than the function, which then answers with a sentence.
  request: () => z.strictObject({ item: z.string().check(z.regex(/^[a-z0-9-]{1,60}$/)), isFor: z.boolean() }),
  response: {} as {
    user: User;
    /** Missing while so few people vote for it that the site shows no number. */
    votes?: number;
  },
});

/** Takes over the email address that the caller has confirmed with the identity provider. */
export const syncEmail = defineOperation('syncEmail', {
  request: () => noFields,
  response: {} as User,
});

/**
 * Replaces the caller's recovery codes and returns the new ones, which cannot be read again.
 * Requires a second factor and a sign-in within the last five minutes.
 */
export const renewRecoveryCodes = defineOperation('renewRecoveryCodes', {
  request: () => noFields,
  response: {} as { codes: string[] },
});

/**
 * Compares the caller's sign-in methods at the identity provider with those that the owner was last
 * notified of, and sends an email about each difference. The site calls it after each sign-in and
 * after each change.
 */
export const reviewSecurity = defineOperation('reviewSecurity', {
  request: () => noFields,
  response: {} as NoFields,
});

/** Deletes a registration that was never confirmed. Anyone with the link in its email may do it. */
export const endRegistration = defineOperation('endRegistration', {
  request: () => z.strictObject({ token: linkToken }),
  response: {} as NoFields,
});

/**
 * For people who lost their authenticator app: turns off the second factor and signs out all
 * devices. The error does not reveal which of the three values is wrong.
 */
export const recoverAccount = defineOperation('recoverAccount', {
  request: () =>
    z.strictObject({
      // Cognito would also accept a user id, which would have a separate limit.
      email: emailAddress.check(z.maxLength(maxUsernameLength)),
      // Cognito refuses a password that is too long for it, and the answer is that of a wrong one.
      password: z.string().check(z.minLength(1), z.maxLength(1_000)),
      recoveryCode: z.string().check(z.minLength(1), z.maxLength(100)),
    }),
  response: {} as NoFields,
});

/**
 * Returns the caller's own code, which the first call creates, and its results for each of the
 * last 12 months, oldest first.
 */
export const myReferrals = defineOperation('myReferrals', {
  request: () => noFields,
  response: {} as { code: string; months: ReferralCounts[] },
});

/** Counts a visit by a referral link. The response does not reveal whether the code exists. */
export const referralImpression = defineOperation('referralImpression', {
  request: () => z.strictObject({ referralCode }),
  response: {} as NoFields,
});

/** Returns a page of everything that is stored about the caller. */
export const exportMyData = defineOperation('exportMyData', {
  request: () => z.strictObject({ cursor }),
  response: {} as StoredData & ExportedPage,
});

/**
 * Deletes the caller's account and all its data within seconds. Requires a sign-in within the
 * last five minutes. Returns how many items will be deleted and how many kept.
 */
export const deleteAccountData = defineOperation('deleteAccountData', {
  request: () => noFields,
  response: {} as { feedbackCount: number; orderCount: number },
});
