import * as orderOperations from '../../contract/operations/order-operations.ts';
import { mailboxOf } from '../../contract/rules/email-address.ts';
import { holderEntry } from '../domain/desk/record-action.ts';
import { readPassOnToken } from '../domain/mail/pass-on-token.ts';
import { passOnLicense, refuseRecentMove } from '../domain/orders/pass-on-license.ts';
import { readOwnAccount } from '../domain/users/read-account.ts';
import { readOrCreateUser } from '../domain/users/read-or-create-user.ts';
import { AppError } from '../platform/app-error.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

const gone =
  'This offer does not exist any more: it was canceled or replaced, or it is older than a week. Ask the person who offered the license.';

export const acceptLicense = (dependencies: Dependencies) =>
  serve(orderOperations.acceptLicense, async ({ caller, data: { token }, now }) => {
    const { audit, limits, orders, passOns, pool, readLinkKey, users } = dependencies;
    const { userId: receiverId } = caller;
    await limits.take('acceptLicense', receiverId, now);
    const { orderId, passOnId } = readPassOnToken(await readLinkKey(), token);
    const offer = await passOns.find(orderId, now);
    const isOpen = offer?.passOnId === passOnId;
    // A repeated request finds the offer used up by the first one.
    const order = isOpen ? undefined : await orders.find(orderId);
    const isRepeated = order?.userId === receiverId && order.reissues?.requestId === passOnId;
    if (!isOpen && !isRepeated) throw new AppError('not-found', gone);
    const account = await readOwnAccount(pool, caller);
    if (isOpen && (account.email_verified !== 'true' || mailboxOf(account.email) !== mailboxOf(offer.email)))
      throw new AppError(
        'permission-denied',
        'This license was offered to another address. Log in with the account of the address that got the email, or create one.',
      );
    await readOrCreateUser(users, pool, caller, now);
    await passOnLicense(
      dependencies,
      { orderId, requestId: passOnId, receiverId, cause: 'passOn' },
      (current) => {
        if (current.userId !== offer?.userId) throw new AppError('not-found', gone);
        refuseRecentMove(current, now);
      },
      ({ userId = '' }, { version }) => [
        passOns.acceptance(orderId, { passOnId }),
        audit.part(holderEntry('passOn', { personId: userId, orderId }, version, now)),
        audit.part(holderEntry('receive', { personId: receiverId, orderId }, version, now)),
      ],
    );
    return {};
  });
