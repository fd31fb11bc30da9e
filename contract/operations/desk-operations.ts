import * as z from 'zod';
import { auditEntry, auditFilter } from '../records/audit-entry.ts';
import { deskPerson, foundPerson } from '../records/desk-person.ts';
import { order } from '../records/order.ts';
import { maxUsernameLength } from '../rules/account-limits.ts';
import { maxReasonLength } from '../rules/desk-rules.ts';
import { resetSteps } from '../rules/recovery-codes.ts';
import { defineOperation, type Operation } from './define-operation.ts';
import type { DeskOperationName } from './desk-routes.ts';
import { line, prose, submissionId, userId } from './fields.ts';

const none = z.strictObject({});

/** What a member of the team does to an order, and why. */
const orderAction = z.strictObject({
  actionId: submissionId,
  orderId: z.string().min(1).max(100),
  reason: prose(maxReasonLength),
});

/** What a member of the team does to the account of a person, and why. */
const personAction = z.strictObject({ actionId: submissionId, userId, reason: prose(maxReasonLength) });

/** The requests and responses of the desk. */
export const deskOperations = {
  /** Finds people by what they write to the team: an address or its beginning, an id, a code. */
  deskFind: defineOperation('deskFind', {
    request: z.strictObject({ query: line(254) }),
    response: z.object({ people: z.array(foundPerson) }),
  }),

  /** Returns everything that the team sees about a person. */
  deskPerson: defineOperation('deskPerson', {
    request: z.strictObject({ userId }),
    response: deskPerson,
  }),

  /** Returns what the team did, latest first. */
  deskAudit: defineOperation('deskAudit', {
    request: auditFilter,
    response: z.object({ entries: z.array(auditEntry) }),
  }),

  /** Adds a note of the team about a person. */
  deskNote: defineOperation('deskNote', {
    request: z.strictObject({ actionId: submissionId, userId, note: prose(maxReasonLength) }),
    response: none,
  }),

  /** Sends the email with the license file of an order again, to the address of its account. */
  deskMailLicense: defineOperation('deskMailLicense', { request: orderAction, response: none }),

  /** Settles an order with its current state at Stripe, as an event of Stripe does. Returns the status. */
  deskSettle: defineOperation('deskSettle', { request: orderAction, response: order.pick({ status: true }) }),

  /** Ends all sign-ins of a person, as they can on the account page. */
  deskSignOut: defineOperation('deskSignOut', { request: personAction, response: none }),

  /**
   * Sends the code for a registration again. A corrected address replaces the one that was never
   * confirmed.
   */
  deskResendConfirmation: defineOperation('deskResendConfirmation', {
    request: personAction.extend({ correctedEmail: z.email().max(maxUsernameLength).optional() }),
    response: none,
  }),

  /**
   * Starts the waiting period after which the team may turn off a lost second factor, or turns it
   * off when it is over. The request says which, so that an old page cannot do the other.
   */
  deskTurnOffFactor: defineOperation('deskTurnOffFactor', {
    request: personAction.extend({ step: z.enum(resetSteps) }),
    response: none,
  }),

  /** Deletes the account and its data, as the person can on the account page. */
  deskDeleteAccount: defineOperation('deskDeleteAccount', {
    request: personAction.extend({
      /** The address of the account, typed as a confirmation. */
      email: line(254),
    }),
    response: none,
  }),
} satisfies Record<DeskOperationName, Operation>;
