import * as z from 'zod';

/** What functions send to queues of ours, for work that may run only once at a time. */
export const queueMessages = {
  /** Sets the group `paid` of a user by their record. The message group is the user id. */
  syncPaidGroup: z.object({
    userId: z.string(),
    /** The id of the request that led to it. */
    causedBy: z.string().optional(),
  }),
};
