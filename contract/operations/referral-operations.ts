import { referralCounts } from '../records/referral-counts.ts';
import * as z from '../zod.ts';
import { defineOperation } from './define-operation.ts';
import { noFields, referralCode } from './fields.ts';

/** Referral codes. */
export const referralOperations = {
  /**
   * Returns the caller's own code, which the first call creates, and its results for each of the
   * last 12 months, oldest first.
   */
  myReferrals: defineOperation('myReferrals', {
    request: noFields,
    response: z.object({ code: referralCode, months: z.array(referralCounts) }),
  }),

  /** Counts a visit by a referral link. The response does not reveal whether the code exists. */
  referralImpression: defineOperation('referralImpression', {
    request: z.strictObject({ referralCode }),
    response: noFields,
  }),
};
