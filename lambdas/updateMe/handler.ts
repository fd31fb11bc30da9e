import { operations } from '../../contract/operations.ts';
import { cognito, dynamodb } from '../platform/aws.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { serve } from '../platform/serve.ts';
import { changeUnsubscriptions } from '../users/change-unsubscriptions.ts';
import { publicUser } from '../users/public-user.ts';
import { orSignInAgain } from '../users/read-account.ts';
import { readOrCreateUser } from '../users/read-or-create-user.ts';
import { userStore } from '../users/user-store.ts';

const { USERS_TABLE } = readConfig({ USERS_TABLE: resourceName });
const users = userStore(dynamodb(), USERS_TABLE);
const pool = cognito();

export const handler = serve(operations.updateMe, async ({ caller, data: { displayName, mailGroup } }) => {
  const readUser = () => readOrCreateUser(users, pool, caller, new Date());
  const { user } = mailGroup
    ? await changeUnsubscriptions(users, readUser, [mailGroup.group], mailGroup.wantsMail)
    : { user: await readUser() };
  if (displayName === undefined) return publicUser(user);
  return publicUser(orSignInAgain(await users.merge(caller.userId, { displayName })));
});
