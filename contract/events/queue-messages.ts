import * as z from '../zod.ts';
import type { EventType } from './event-type.ts';

type QueueMessage = Omit<EventType, 'source'>;

/** Updates a user's membership in the group `paid` from their record. The message group is the user id. */
const syncPaidGroup = {
  type: 'SyncPaidGroup',
  detail: z.object({ userId: z.string() }),
} satisfies QueueMessage;

/**
 * Signs the license file of an order, if it has none or names an earlier name or address. The message
 * group is the order id.
 */
const issueLicense = {
  type: 'IssueLicense',
  detail: z.object({ orderId: z.string() }),
} satisfies QueueMessage;

/** Messages that functions send to our queues, for work that must run one at a time. */
export const queueMessages = { syncPaidGroup, issueLicense };
