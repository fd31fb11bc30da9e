import * as userOperations from '../../../contract/operations/user-operations.ts';
import { changeUnsubscriptions } from '../../domain/users/change-unsubscriptions.ts';
import { namePasskey } from '../../domain/users/name-passkey.ts';
import { publicUser } from '../../domain/users/public-user.ts';
import { readOrCreateUser } from '../../domain/users/read-or-create-user.ts';
import { userStore } from '../../domain/users/user-store.ts';
import { cognito } from '../../platform/aws/cognito.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serve } from '../../platform/serve.ts';
import { userChangeAnnouncing } from '../../wiring/user-change-announcing.ts';

const { USERS_TABLE } = readConfig({ USERS_TABLE: resourceName });
const users = userStore(dynamodb(), USERS_TABLE);
const pool = cognito();
const announce = userChangeAnnouncing();

export const updateMe = serve(userOperations.updateMe, async ({ caller, data }) => {
  const readUser = () => readOrCreateUser(users, pool, caller, new Date());
  const changed =
    'passkey' in data
      ? await namePasskey(users, readUser, data.passkey)
      : (await changeUnsubscriptions(users, readUser, [data.mailGroup.group], data.mailGroup.wantsMail)).user;
  await announce(caller.userId);
  return publicUser(changed);
});
