import { operations } from '../../contract/operations.ts';
import { limitStore } from '../limits/limit-store.ts';
import { unsubscribeKey } from '../mail/unsubscribe-key.ts';
import { readUnsubscribeToken } from '../mail/unsubscribe-token.ts';
import { AppError } from '../platform/app-error.ts';
import { cognito, dynamodb } from '../platform/aws.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { answer } from '../platform/serve.ts';
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

/** The body says what the address says already, so it is not looked at. */
export const handler = answer(async ({ queryStringParameters }) => {
  const request = operations.oneClickUnsubscribe.request.safeParse(queryStringParameters ?? {});
  if (!request.success) throw new AppError('invalid-argument', 'The address needs the token from the mail.');
  const { userId, group } = readUnsubscribeToken(await key(), request.data.token);
  const now = new Date();
  await limits.take('unsubscribe', userId, now);
  await changeUnsubscriptions(
    users,
    () => readUserById(users, pool, USER_POOL_ID, userId, now),
    group,
    false,
  );
  return { result: {} };
});
