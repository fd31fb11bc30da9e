import { operations } from '../../../contract/operations/operations.ts';
import { changeUnsubscriptions } from '../../domain/users/change-unsubscriptions.ts';
import { namePasskey } from '../../domain/users/name-passkey.ts';
import { publicUser } from '../../domain/users/public-user.ts';
import { readOrCreateUser } from '../../domain/users/read-or-create-user.ts';
import { userStore } from '../../domain/users/user-store.ts';
import { cognito, dynamodb } from '../../platform/aws.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serve } from '../../platform/serve.ts';

const { USERS_TABLE } = readConfig({ USERS_TABLE: resourceName });
const users = userStore(dynamodb(), USERS_TABLE);
const pool = cognito();

export const handler = serve(operations.updateMe, async ({ caller, data }) => {
  const readUser = () => readOrCreateUser(users, pool, caller, new Date());
  if ('passkey' in data) return publicUser(await namePasskey(users, readUser, data.passkey));
  const { mailGroup } = data;
  const { user } = await changeUnsubscriptions(users, readUser, [mailGroup.group], mailGroup.wantsMail);
  return publicUser(user);
});
