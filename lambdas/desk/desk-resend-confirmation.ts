import * as deskPersonOperations from '../../contract/operations/desk-person-operations.ts';
import { resendConfirmation } from '../domain/accounts/resend-confirmation.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { findAccountOf } from '../domain/desk/find-account-of.ts';
import { recordAction } from '../domain/desk/record-action.ts';
import type { Dependencies } from './compose.ts';

export const deskResendConfirmation = ({ audit, clientId, now, pool, serveDesk, userPoolId }: Dependencies) =>
  serveDesk(deskPersonOperations.deskResendConfirmation, async (call) => {
    const { userId, email } = await findAccountOf(pool, userPoolId, call.data.userId);
    const { correctedEmail } = call.data;
    const action = describeAction(call, 'resendConfirmation', { personId: userId });
    await recordAction({ audit, now }, action, async () => {
      await resendConfirmation(pool, { userPoolId, clientId, userId, email, correctedEmail });
      return correctedEmail && 'corrected address';
    });
    return {};
  });
