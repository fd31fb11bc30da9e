import { isActive, withGroups } from './subscription.ts';
import type { SubscriptionStore } from './subscription-store.ts';

/** Ends all emails to a person without an account, because their address rejects emails or they complained. Safe to repeat. */
export async function endSubscription(
  subscriptions: Pick<SubscriptionStore, 'change'>,
  subscriberId: string,
  now: Date,
): Promise<void> {
  await subscriptions.change(subscriberId, (current) =>
    isActive(current) && current.groups.length > 0 ? withGroups(current, [], now) : undefined,
  );
}
