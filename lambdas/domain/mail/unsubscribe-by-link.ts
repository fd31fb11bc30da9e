import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { ResponseOf } from '../../../contract/operations/operations.ts';
import { type MailGroup, unsubscribableGroups } from '../../../contract/records/user.ts';
import type { LimitStore } from '../limits/limit-store.ts';
import type { PublishUserChange } from '../users/announce-user-change.ts';
import { changeUnsubscriptions } from '../users/change-unsubscriptions.ts';
import { readUserById } from '../users/read-user-by-id.ts';
import type { UserStore } from '../users/user-store.ts';
import { readUnsubscribeToken } from './unsubscribe-token.ts';

interface UnsubscribeDependencies {
  limits: Pick<LimitStore, 'take'>;
  users: Pick<UserStore, 'find' | 'create' | 'replaceUnsubscriptions'>;
  pool: CognitoIdentityProviderClient;
  userPoolId: string;
  readLinkKey: () => Promise<string>;
  announce: PublishUserChange;
}

/**
 * Unsubscribes from the groups of a signed link, or subscribes again to the groups in `beginAgain`. Other groups stay unchanged.
 * @throws AppError `invalid-argument` when we did not sign the token, `resource-exhausted` when it is used too often
 */
export async function unsubscribeByLink(
  { limits, users, pool, userPoolId, readLinkKey, announce }: UnsubscribeDependencies,
  token: string,
  now: Date,
  beginAgain?: readonly MailGroup[],
): Promise<ResponseOf<'unsubscribe'>> {
  const { userId, group } = readUnsubscribeToken(await readLinkKey(), token);
  await limits.take('unsubscribe', userId, now);
  const covered = unsubscribableGroups.filter((each) => group === 'all' || group === each);
  const { changed } = await changeUnsubscriptions(
    users,
    () => readUserById(users, pool, userPoolId, userId, now),
    beginAgain ? covered.filter((each) => beginAgain.includes(each)) : covered,
    beginAgain !== undefined,
  );
  if (changed.length > 0) await announce(userId);
  return { group, changed };
}
