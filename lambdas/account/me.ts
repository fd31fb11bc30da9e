import * as userOperations from '../../contract/operations/user-operations.ts';
import { publicUser } from '../domain/users/public-user.ts';
import { readOrCreateUser } from '../domain/users/read-or-create-user.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

export const me = ({ pool, users }: Dependencies) =>
  serve(userOperations.me, async ({ caller, now }) =>
    publicUser(await readOrCreateUser(users, pool, caller, now)),
  );
