import * as z from '../zod.ts';

/** Messages that functions send to our queues, for work that must run one at a time. */
export const queueMessages = {
  /**
   * Updates a user's membership in the group `paid` from their record. The message group is the
   * user id.
   */
  syncPaidGroup: z.object({
    userId: z.string(),
    /** The id of the request that caused it. */
    causedBy: z.optional(z.string()),
  }),
  /**
   * Signs the license file of an order, if it has none or names an earlier name or address. The message
   * group is the order id.
   */
  issueLicense: z.object({ orderId: z.string(), causedBy: z.optional(z.string()) }),
};
