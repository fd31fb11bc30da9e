import * as userOperations from '../../../contract/operations/user-operations.ts';
import { accountPool } from '../../domain/accounts/account-pool.ts';
import { endRegistration as end } from '../../domain/accounts/end-registration.ts';
import { limitStore } from '../../domain/limits/limit-store.ts';
import { readSignInAndState } from '../../domain/users/read-account.ts';
import { cognito } from '../../platform/aws/cognito.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serve } from '../../platform/serve.ts';
import { linkKey } from '../../wiring/link-key.ts';

const { LIMITS_TABLE, USER_POOL_ID } = readConfig({ LIMITS_TABLE: resourceName, USER_POOL_ID: resourceName });
const pool = cognito();
const dependencies = {
  accounts: accountPool(pool, USER_POOL_ID),
  limits: limitStore(dynamodb(), LIMITS_TABLE),
  readAccount: (userId: string) => readSignInAndState(pool, USER_POOL_ID, userId),
  readLinkKey: linkKey(),
};

export const endRegistration = serve(userOperations.endRegistration, async ({ data }) => {
  await end(dependencies, data.token, new Date());
  return {};
});
