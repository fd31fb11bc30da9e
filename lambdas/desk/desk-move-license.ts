import * as deskOrderOperations from '../../contract/operations/desk-order-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { entryOf } from '../domain/desk/record-action.ts';
import { passOnLicense } from '../domain/orders/pass-on-license.ts';
import { readAccount } from '../domain/users/read-account.ts';
import { AppError } from '../platform/app-error.ts';
import type { Dependencies } from './compose.ts';

/** The pause of 30 days does not hold for the team. */
export const deskMoveLicense = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskOrderOperations.deskMoveLicense, async (call) => {
    const { audit, now, pool, userPoolId } = dependencies;
    const { orderId, actionId, email, seen } = call.data;
    const account = await readAccount(pool, userPoolId, email);
    if (!account?.sub || account.email_verified !== 'true')
      throw new AppError('not-found', 'There is no account with this address, or it is not confirmed.');
    const receiverId = account.sub;
    const entryFor = (action: 'moveLicense' | 'receive', personId: string | undefined, auditId: string) => {
      const { reason, ...described } = describeAction(call, action, { personId, orderId });
      return audit.part(
        // The new holder may export it, and the reason is about the holder before.
        entryOf(
          { ...described, ...(action === 'moveLicense' ? { reason } : {}), actionId: auditId },
          now(),
          'done',
        ),
      );
    };
    await passOnLicense(
      dependencies,
      { orderId, requestId: actionId, receiverId, cause: 'desk', seen },
      () => {},
      ({ userId }) => [
        entryFor('moveLicense', userId, actionId),
        entryFor('receive', receiverId, `${actionId}#receive`),
      ],
    );
    return {};
  });
