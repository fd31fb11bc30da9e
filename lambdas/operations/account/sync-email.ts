import * as userOperations from '../../../contract/operations/user-operations.ts';
import { limitStore } from '../../domain/limits/limit-store.ts';
import { licenseRequests } from '../../domain/orders/request-license.ts';
import { publicUser } from '../../domain/users/public-user.ts';
import { orSignInAgain, readOwnAccount } from '../../domain/users/read-account.ts';
import { readOrCreateUser } from '../../domain/users/read-or-create-user.ts';
import { userStore } from '../../domain/users/user-store.ts';
import { cognito } from '../../platform/aws/cognito.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { sqs } from '../../platform/aws/sqs.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serve } from '../../platform/serve.ts';
import { userChangeAnnouncing } from '../../wiring/user-change-announcing.ts';

const { LICENSE_QUEUE_URL, LIMITS_TABLE, USERS_TABLE } = readConfig({
  LICENSE_QUEUE_URL: resourceName,
  LIMITS_TABLE: resourceName,
  USERS_TABLE: resourceName,
});
const client = dynamodb();
const limits = limitStore(client, LIMITS_TABLE);
const users = userStore(client, USERS_TABLE);
const pool = cognito();
const announce = userChangeAnnouncing();
const requestLicense = licenseRequests(sqs(), LICENSE_QUEUE_URL);

/** Cognito changes the address of an account only after it is confirmed, so its address is the current one. */
export const syncEmail = serve(userOperations.syncEmail, async ({ caller }) => {
  const now = new Date();
  await limits.take('syncEmail', caller.userId, now);
  const { email } = await readOwnAccount(pool, caller);
  const user = await readOrCreateUser(users, pool, caller, now);
  const changed = user.email === email ? user : orSignInAgain(await users.changeEmail(caller.userId, email));
  // An earlier attempt may have failed after the change, so this also runs for the same address.
  for (const orderId of Object.keys(changed.licenses ?? {})) await requestLicense(orderId);
  await announce(caller.userId);
  return publicUser(changed);
});
