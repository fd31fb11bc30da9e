import * as deskPersonOperations from '../../contract/operations/desk-person-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { findAccountOf } from '../domain/desk/find-account-of.ts';
import { recordAction } from '../domain/desk/record-action.ts';
import { takeResetStep } from '../domain/desk/take-reset-step.ts';
import type { Dependencies } from './compose.ts';

export const deskTurnOffFactor = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskPersonOperations.deskTurnOffFactor, async (call) => {
    const { announce, bus, hasPasskeys, pool, security, userPoolId, users } = dependencies;
    const reset = { bus, security, cognito: pool, userPoolId, hasPasskeys };
    const account = await findAccountOf(pool, userPoolId, call.data.userId);
    const action = describeAction(call, 'turnOffFactor', { personId: account.userId });
    await recordAction(dependencies, action, async ({ isRepeated }) => {
      const run = { now: call.now, isRepeated };
      const state = await takeResetStep(call.data.step, account, { users, reset }, run);
      await announce(account.userId);
      return state;
    });
    return {};
  });
