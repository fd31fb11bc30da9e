import * as userOperations from '../../contract/operations/user-operations.ts';
import { publicUser } from '../domain/users/public-user.ts';
import { orSignInAgain, readOwnAccount } from '../domain/users/read-account.ts';
import { readOrCreateUser } from '../domain/users/read-or-create-user.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

/** Cognito changes the address of an account only after it is confirmed, so its address is the current one. */
export const syncEmail = ({ announce, limits, pool, requestLicense, users }: Dependencies) =>
  serve(userOperations.syncEmail, async ({ now, caller }) => {
    await limits.take('syncEmail', caller.userId, now);
    const { email } = await readOwnAccount(pool, caller);
    const user = await readOrCreateUser(users, pool, caller, now);
    const changed =
      user.email === email ? user : orSignInAgain(await users.changeEmail(caller.userId, email));
    // An earlier attempt may have failed after the change, so this also runs for the same address.
    for (const orderId of Object.keys(changed.licenses ?? {})) await requestLicense(orderId);
    await announce(caller.userId);
    return publicUser(changed);
  });
