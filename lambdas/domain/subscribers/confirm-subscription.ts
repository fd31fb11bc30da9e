import type { ResponseOf } from '../../../contract/operations/operations.ts';
import { AppError } from '../../platform/app-error.ts';
import type { LimitStore } from '../limits/limit-store.ts';
import { readSubscriptionToken, unsubscribeToken } from '../mail/link-token.ts';
import { addressKey } from '../mail/mail-log-store.ts';
import { findConfirmedAccount, mergeSubscription } from './merge-subscription.ts';
import { confirmed } from './subscription.ts';
import type { SubscriptionStore } from './subscription-store.ts';

type ConfirmDependencies = Parameters<typeof mergeSubscription>[0] & {
  subscriptions: SubscriptionStore;
  limits: Pick<LimitStore, 'take'>;
  readLinkKey: () => Promise<string>;
  announce: (userId: string) => Promise<void>;
};

/**
 * Starts the emails of a request. It stores first and then looks for an account, and a registration does the opposite, so the later one
 * finds the other, and the account takes over the groups. Safe to repeat.
 * @throws AppError `invalid-argument` for a damaged or expired link, `aborted` if the person has left since, `resource-exhausted`
 */
export async function confirmSubscription(
  dependencies: ConfirmDependencies,
  token: string,
  now: Date,
): Promise<ResponseOf<'confirmSubscription'>> {
  const { subscriptions, limits, pool, userPoolId, readLinkKey, announce } = dependencies;
  const linkKey = await readLinkKey();
  const { requestedAt, ...request } = readSubscriptionToken(linkKey, token, now);
  const subscriberId = addressKey(request.email);
  await limits.take('changeSubscription', subscriberId, now);
  const { after } = await subscriptions.change(subscriberId, (current) =>
    confirmed(current, { ...request, requestedAt: new Date(requestedAt) }, subscriberId, now),
  );
  const userId = await findConfirmedAccount(pool, userPoolId, request.email);
  if (userId) {
    if (await mergeSubscription(dependencies, { userId, email: request.email }, now)) await announce(userId);
    return { isOfAccount: true };
  }
  if (!after?.email || after.groups.length === 0)
    throw new AppError('aborted', 'You have unsubscribed since this email was sent, so nothing has changed.');
  return {
    isOfAccount: false,
    groups: after.groups,
    token: unsubscribeToken.sign(linkKey, { userId: subscriberId, group: 'all' }),
  };
}
