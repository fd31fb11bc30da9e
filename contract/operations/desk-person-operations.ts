import type { DeskPerson, FoundPerson } from '../records/desk-person.ts';
import type { ExportedPage } from '../records/exported-lists.ts';
import type { StoredData } from '../records/stored-data.ts';
import { maxUsernameLength } from '../rules/account-limits.ts';
import { maxQueryLength, maxReasonLength } from '../rules/desk-rules.ts';
import { maxEmailLength } from '../rules/email-address.ts';
import { deskResetSteps } from '../rules/recovery-codes.ts';
import * as z from '../zod.ts';
import { defineOperation } from './define-operation.ts';
import { action, type Names } from './desk-fields.ts';
import { cursor, emailAddress, line, type NoFields, prose, submissionId, userId } from './fields.ts';

/** The fields of each action on the account of a person. */
const personAction = z.strictObject({ ...action, userId });

/** Finds people by any part of an email address, an id, an invoice number, or a referral code. */
export const deskFind = defineOperation('deskFind', {
  request: () => z.strictObject({ query: line(maxQueryLength) }),
  /** `isPartial`: not all addresses were read, so others may contain the text. */
  response: {} as { people: FoundPerson[]; isPartial?: true },
});

/** Returns the data that the team sees about a person, with a page of each list. */
export const deskPerson = defineOperation('deskPerson', {
  request: () => z.strictObject({ userId, cursor }),
  response: {} as DeskPerson & { names: Names },
});

/** Adds a note of the team about a person. */
export const deskNote = defineOperation('deskNote', {
  request: () => z.strictObject({ actionId: submissionId, userId, note: prose(maxReasonLength) }),
  response: {} as NoFields,
});

/** Ends all sign-ins of a person, like the button on the account page. */
export const deskSignOut = defineOperation('deskSignOut', {
  request: () => personAction,
  response: {} as NoFields,
});

/**
 * Sends the code for a registration again. A corrected address replaces the one that was never
 * confirmed.
 */
export const deskResendConfirmation = defineOperation('deskResendConfirmation', {
  request: () =>
    z.extend(personAction, {
      correctedEmail: z.optional(emailAddress.check(z.maxLength(maxUsernameLength))),
    }),
  response: {} as NoFields,
});

/**
 * Takes one step of the reset of a lost second factor: starts the waiting period, turns the factor
 * off after it, or cancels the reset. The request names the step, so that an outdated page cannot
 * take another one.
 */
export const deskTurnOffFactor = defineOperation('deskTurnOffFactor', {
  request: () => z.extend(personAction, { step: z.enum(deskResetSteps) }),
  response: {} as NoFields,
});

/**
 * Returns a page of everything that is stored about a person, like the export on the account page,
 * except when they added a passkey. All pages of one export have the same `actionId`.
 */
export const deskExport = defineOperation('deskExport', {
  request: () => z.extend(personAction, { cursor }),
  response: {} as Omit<StoredData, 'passkeys' | 'user'> & Partial<Pick<StoredData, 'user'>> & ExportedPage,
});

/** Deletes the account and its data, like the button on the account page. */
export const deskDeleteAccount = defineOperation('deskDeleteAccount', {
  request: () =>
    z.extend(personAction, {
      /** The address of the account, typed as a confirmation. */
      email: line(maxEmailLength),
    }),
  response: {} as NoFields,
});
