import * as z from 'zod';

/** Messages that functions send to our queues, for work that must run one at a time. */
export const queueMessages = {
  /**
   * Updates a user's membership in the group `paid` from their record. The message group is the
   * user id.
   */
  syncPaidGroup: z.object({
    userId: z.string(),
    /** The id of the request that caused it. */
    causedBy: z.string().optional(),
  }),
  /**
   * Signs the license file of an order, if it has none or names an earlier name or address. The message
   * group is the order id.
   */
  issueLicense: z.object({ orderId: z.string(), causedBy: z.string().optional() }),
};
