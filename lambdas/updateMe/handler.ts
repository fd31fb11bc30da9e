import { operations } from '../../contract/operations.ts';
import { cognito, dynamodb } from '../platform/aws.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { serve } from '../platform/serve.ts';
import { publicUser } from '../users/public-user.ts';
import { orSignInAgain } from '../users/read-account.ts';
import { readOrCreateUser } from '../users/read-or-create-user.ts';
import { userStore } from '../users/user-store.ts';

const { USERS_TABLE } = readConfig({ USERS_TABLE: resourceName });
const users = userStore(dynamodb(), USERS_TABLE);
const pool = cognito();

export const handler = serve(operations.updateMe, async ({ caller, data }) => {
  await readOrCreateUser(users, pool, caller, new Date());
  return publicUser(orSignInAgain(await users.merge(caller.userId, data)));
});
