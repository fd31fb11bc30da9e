import * as userOperations from '../../../contract/operations/user-operations.ts';
import { publicUser } from '../../domain/users/public-user.ts';
import { readOrCreateUser } from '../../domain/users/read-or-create-user.ts';
import { userStore } from '../../domain/users/user-store.ts';
import { cognito } from '../../platform/aws/cognito.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serve } from '../../platform/serve.ts';

const { USERS_TABLE } = readConfig({ USERS_TABLE: resourceName });
const users = userStore(dynamodb(), USERS_TABLE);
const pool = cognito();

export const me = serve(userOperations.me, async ({ caller }) =>
  publicUser(await readOrCreateUser(users, pool, caller, new Date())),
);
