import { operations } from '../../contract/operations.ts';
import { limitStore } from '../limits/limit-store.ts';
import { unsubscribeKey } from '../mail/unsubscribe-key.ts';
import { readUnsubscribeToken } from '../mail/unsubscribe-token.ts';
import { cognito, dynamodb } from '../platform/aws.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { serve } from '../platform/serve.ts';
import { changeUnsubscriptions } from '../users/change-unsubscriptions.ts';
import { readUserById } from '../users/read-user-by-id.ts';
import { userStore } from '../users/user-store.ts';

const { LIMITS_TABLE, USERS_TABLE, USER_POOL_ID } = readConfig({
  LIMITS_TABLE: resourceName,
  USERS_TABLE: resourceName,
  USER_POOL_ID: resourceName,
});
const client = dynamodb();
const limits = limitStore(client, LIMITS_TABLE);
const users = userStore(client, USERS_TABLE);
const pool = cognito();
const key = unsubscribeKey();

export const handler = serve(operations.unsubscribe, async ({ data }) => {
  const { userId, group } = readUnsubscribeToken(await key(), data.token);
  const now = new Date();
  await limits.take('unsubscribe', userId, now);
  const readUser = () => readUserById(users, pool, USER_POOL_ID, userId, now);
  return { group, unsubscriptions: await changeUnsubscriptions(users, readUser, group, data.wantsMail) };
});
