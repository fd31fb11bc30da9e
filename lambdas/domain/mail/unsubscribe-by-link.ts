import type { ResponseOf } from '../../../contract/operations/operations.ts';
import { type MailGroup, unsubscribableGroups } from '../../../contract/records/user.ts';
import { cognito, dynamodb } from '../../platform/aws.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { linkKey } from '../../wiring/link-key.ts';
import { limitStore } from '../limits/limit-store.ts';
import { userChangeAnnouncing } from '../users/announce-user-change.ts';
import { changeUnsubscriptions } from '../users/change-unsubscriptions.ts';
import { readUserById } from '../users/read-user-by-id.ts';
import { userStore } from '../users/user-store.ts';
import { readUnsubscribeToken } from './unsubscribe-token.ts';

type UnsubscribeByLink = (
  token: string,
  now: Date,
  beginAgain?: readonly MailGroup[],
) => Promise<ResponseOf<'unsubscribe'>>;

/**
 * Unsubscribes from the groups of a signed link, or subscribes again. Other groups stay unchanged.
 * The function throws AppError: `invalid-argument` when we did not sign the token, `resource-exhausted` when it is used too often.
 */
export function unsubscribeByLink(): UnsubscribeByLink {
  const { LIMITS_TABLE, USERS_TABLE, USER_POOL_ID } = readConfig({
    LIMITS_TABLE: resourceName,
    USERS_TABLE: resourceName,
    USER_POOL_ID: resourceName,
  });
  const client = dynamodb();
  const limits = limitStore(client, LIMITS_TABLE);
  const users = userStore(client, USERS_TABLE);
  const pool = cognito();
  const key = linkKey();
  const announce = userChangeAnnouncing();

  return async (token, now, beginAgain) => {
    const { userId, group } = readUnsubscribeToken(await key(), token);
    await limits.take('unsubscribe', userId, now);
    const covered = unsubscribableGroups.filter((each) => group === 'all' || group === each);
    const { changed } = await changeUnsubscriptions(
      users,
      () => readUserById(users, pool, USER_POOL_ID, userId, now),
      beginAgain ? covered.filter((each) => beginAgain.includes(each)) : covered,
      beginAgain !== undefined,
    );
    if (changed.length > 0) await announce(userId);
    return { group, changed };
  };
}
