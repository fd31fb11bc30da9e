import * as z from '../zod.ts';

/** The results of a referral code in a month. */
export const referralCounts = z.object({
  /** `2026-11`, UTC. */
  month: z.string(),
  /** Visits by the link, once for each browser and day. */
  impressions: z.int(),
  /** Accounts that were opened in a browser that had visited the link. */
  signUps: z.int(),
  /**
   * Licenses that people got through the link and still hold, by the month in which they got them.
   */
  licenses: z.int(),
});

export type ReferralCounts = z.infer<typeof referralCounts>;

/** The number of months that the owner of a code sees, including the current one. */
export const referralMonths = 12;
