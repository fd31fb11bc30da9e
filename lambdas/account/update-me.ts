import * as userOperations from '../../contract/operations/user-operations.ts';
import { noName } from '../../contract/records/user.ts';
import { changeUnsubscriptions } from '../domain/users/change-unsubscriptions.ts';
import { namePasskey } from '../domain/users/name-passkey.ts';
import { publicUser } from '../domain/users/public-user.ts';
import { orSignInAgain } from '../domain/users/read-account.ts';
import { readOrCreateUser } from '../domain/users/read-or-create-user.ts';
import type { StoredUser } from '../domain/users/user-store.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

export const updateMe = ({ announce, limits, pool, requestLicense, users }: Dependencies) =>
  serve(userOperations.updateMe, async ({ caller, data, now }) => {
    const readUser = () => readOrCreateUser(users, pool, caller, now);

    async function nameHolder(displayName: string | null): Promise<StoredUser> {
      await limits.take('holderName', caller.userId, now);
      await readUser();
      const named = orSignInAgain(await users.changeName(caller.userId, displayName ?? noName));
      // If this is interrupted, the daily sweep finds files with an earlier name.
      for (const orderId of Object.keys(named.licenses ?? {})) await requestLicense(orderId);
      return named;
    }

    async function change(): Promise<StoredUser> {
      if ('passkey' in data) return namePasskey(users, readUser, data.passkey);
      if ('displayName' in data) return nameHolder(data.displayName);
      const { group, wantsMail } = data.mailGroup;
      return (await changeUnsubscriptions(users, readUser, [group], wantsMail)).user;
    }

    const changed = await change();
    await announce(caller.userId);
    return publicUser(changed);
  });
