import type { DetailOf } from '../../../contract/events/detail-of.ts';
import type { PublishUserChange } from '../users/announce-user-change.ts';
import { givesLicense } from './advance-order.ts';
import type { OrderStore, StoredOrder } from './order-store.ts';

export interface FinishDependencies {
  orders: Pick<OrderStore, 'finish'>;
  /** Sends a message that syncs the user's group with their record. Safe to repeat. */
  requestGroupSync: (userId: string) => Promise<void>;
  /** Sends a message that issues the license file of an order. Safe to repeat. */
  requestLicense: (orderId: string) => Promise<void>;
  /** Notifies open pages that the user's record has changed. Safe to repeat. */
  publishUserChanged: PublishUserChange;
  /** Publishes the change for the mailer. Safe to repeat. */
  publishLicenseChanged: (change: DetailOf<'licenseChanged'>) => Promise<void>;
}

/**
 * Processes the order's outbox, then empties it. After an interruption, the next run safely repeats all of it. Does nothing
 * for an order without an outbox.
 */
export async function finishOrder(
  { orders, requestGroupSync, requestLicense, publishUserChanged, publishLicenseChanged }: FinishDependencies,
  order: StoredOrder,
): Promise<void> {
  const { orderId, userId, outbox } = order;
  if (!outbox) return;
  // The previous holder of an order that was passed on, too.
  const people = new Set([userId, ...outbox.map((followUp) => followUp.userId)]);
  for (const person of people)
    if (person) await Promise.all([requestGroupSync(person), publishUserChanged(person)]);
  if (userId && givesLicense(order)) await requestLicense(orderId);
  for (const { change, idempotencyKey, userId: concerned = userId } of outbox) {
    await publishLicenseChanged({
      orderId,
      ...(concerned ? { userId: concerned } : {}),
      change,
      idempotencyKey,
    });
  }
  await orders.finish(order);
}
