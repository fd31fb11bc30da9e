import type { MailGroup } from '../../contract/records/user.ts';
import { limitStore } from '../domain/limits/limit-store.ts';
import { unsubscribeByLink } from '../domain/mail/unsubscribe-by-link.ts';
import { userStore } from '../domain/users/user-store.ts';
import { cognito } from '../platform/aws/cognito.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { linkKey } from './link-key.ts';
import { userChangeAnnouncing } from './user-change-announcing.ts';

/** `unsubscribeByLink` with the services that the functions use. */
export function linkUnsubscribing() {
  const { LIMITS_TABLE, USERS_TABLE, USER_POOL_ID } = readConfig({
    LIMITS_TABLE: resourceName,
    USERS_TABLE: resourceName,
    USER_POOL_ID: resourceName,
  });
  const client = dynamodb();
  const dependencies = {
    limits: limitStore(client, LIMITS_TABLE),
    users: userStore(client, USERS_TABLE),
    pool: cognito(),
    userPoolId: USER_POOL_ID,
    readLinkKey: linkKey(),
    announce: userChangeAnnouncing(),
  };
  return (token: string, now: Date, beginAgain?: readonly MailGroup[]) =>
    unsubscribeByLink(dependencies, token, now, beginAgain);
}
