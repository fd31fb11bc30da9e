import * as z from 'zod';

/** What came of a referral code in a month. */
export const referralCounts = z.object({
  /** `2026-11`, UTC. */
  month: z.string(),
  /** Visits by the link, once for each browser and day. */
  impressions: z.int(),
  /** Accounts that were opened in a browser that had come by the link. */
  signUps: z.int(),
  /** Licenses that somebody has got by it and still has, by the month in which they got them. */
  licenses: z.int(),
});

export type ReferralCounts = z.infer<typeof referralCounts>;

/** How many months back their owner is shown them, the current one included. */
export const referralMonths = 12;
