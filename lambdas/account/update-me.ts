import * as userOperations from '../../contract/operations/user-operations.ts';
import { changeUnsubscriptions } from '../domain/users/change-unsubscriptions.ts';
import { namePasskey } from '../domain/users/name-passkey.ts';
import { publicUser } from '../domain/users/public-user.ts';
import { readOrCreateUser } from '../domain/users/read-or-create-user.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

export const updateMe = ({ announce, pool, users }: Dependencies) =>
  serve(userOperations.updateMe, async ({ caller, data, now }) => {
    const readUser = () => readOrCreateUser(users, pool, caller, now);
    const changed =
      'passkey' in data
        ? await namePasskey(users, readUser, data.passkey)
        : (await changeUnsubscriptions(users, readUser, [data.mailGroup.group], data.mailGroup.wantsMail))
            .user;
    await announce(caller.userId);
    return publicUser(changed);
  });
