import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { ResponseOf } from '../../../contract/operations/operations.ts';
import { isSubscriberId } from '../../../contract/records/subscriber.ts';
import { type MailGroup, unsubscribableGroups } from '../../../contract/records/user.ts';
import { AppError } from '../../platform/app-error.ts';
import type { LimitStore } from '../limits/limit-store.ts';
import { unsubscribeToken } from '../mail/link-token.ts';
import type { PublishUserChange } from '../users/announce-user-change.ts';
import { changeUnsubscriptions } from '../users/change-unsubscriptions.ts';
import { readUserById } from '../users/read-or-create-user.ts';
import type { UserStore } from '../users/user-store.ts';
import { isActive, withGroups } from './subscription.ts';
import type { SubscriptionStore } from './subscription-store.ts';

interface UnsubscribeDependencies {
  limits: Pick<LimitStore, 'take'>;
  subscriptions: Pick<SubscriptionStore, 'change'>;
  users: Pick<UserStore, 'find' | 'create' | 'replaceUnsubscriptions'>;
  pool: CognitoIdentityProviderClient;
  userPoolId: string;
  readLinkKey: () => Promise<string>;
  announce: PublishUserChange;
}

/**
 * Unsubscribes from the groups of a signed link, or subscribes again to the groups in `beginAgain`. Other groups stay unchanged.
 * @throws AppError `invalid-argument` when we did not sign the token, `resource-exhausted` when it is used too often, `not-found` when a
 *   person without an account wants to subscribe again, and nothing is stored about them
 */
export async function unsubscribeByLink(
  dependencies: UnsubscribeDependencies,
  token: string,
  now: Date,
  beginAgain?: readonly MailGroup[],
): Promise<ResponseOf<'unsubscribe'>> {
  const { limits, users, pool, userPoolId, readLinkKey, announce } = dependencies;
  const { userId: id, group } = unsubscribeToken.read(await readLinkKey(), token);
  await limits.take('unsubscribe', id, now);
  const covered = unsubscribableGroups.filter((each) => group === 'all' || group === each);
  const wantsMail = beginAgain !== undefined;
  const groups = wantsMail ? covered.filter((each) => beginAgain.includes(each)) : covered;
  const subscriber =
    isSubscriberId(id) && (await changeSubscriber(dependencies, id, { groups, wantsMail }, now));
  const { userId = id, changed: left } = subscriber || {};
  if (left && userId === id) return { group, changed: left };
  const { changed } = await changeUnsubscriptions(
    users,
    () => readUserById(users, pool, userPoolId, userId, now),
    groups,
    wantsMail,
  );
  if (changed.length > 0) await announce(userId);
  return { group, changed };
}

/** @returns the changed groups, or the id of the user who has registered with the address since */
async function changeSubscriber(
  { subscriptions }: UnsubscribeDependencies,
  subscriberId: string,
  { groups, wantsMail }: { groups: readonly MailGroup[]; wantsMail: boolean },
  now: Date,
): Promise<{ changed: MailGroup[]; userId?: string }> {
  const { before, after } = await subscriptions.change(subscriberId, (current) => {
    if (!isActive(current)) return undefined;
    const others = current.groups.filter((group) => !groups.includes(group));
    const next = wantsMail ? [...others, ...groups] : others;
    return next.length === current.groups.length ? undefined : withGroups(current, next, now);
  });
  if (before?.userId) return { userId: before.userId, changed: [] };
  if (!before?.email && wantsMail)
    throw new AppError(
      'not-found',
      'We store nothing about this address any more. To get emails, sign up again.',
    );
  const had = before?.groups ?? [];
  const has = after?.groups ?? [];
  return { changed: groups.filter((group) => had.includes(group) !== has.includes(group)) };
}
