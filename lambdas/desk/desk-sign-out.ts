import * as deskPersonOperations from '../../contract/operations/desk-person-operations.ts';
import { signOutEverywhere } from '../domain/accounts/account-pool.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { findAccountOf } from '../domain/desk/find-account-of.ts';
import { recordAction } from '../domain/desk/record-action.ts';
import type { Dependencies } from './compose.ts';

export const deskSignOut = ({ audit, now, pool, serveDesk, userPoolId }: Dependencies) =>
  serveDesk(deskPersonOperations.deskSignOut, async (call) => {
    const { userId } = await findAccountOf(pool, userPoolId, call.data.userId);
    const action = describeAction(call, 'signOut', { personId: userId });
    await recordAction({ audit, now }, action, async () => {
      await signOutEverywhere(pool, { userPoolId, userId });
      return undefined;
    });
    return {};
  });
