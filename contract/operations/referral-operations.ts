import type { ReferralCounts } from '../records/referral-counts.ts';
import * as z from '../zod.ts';
import { defineOperation } from './define-operation.ts';
import { type NoFields, noFields, referralCode } from './fields.ts';

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
