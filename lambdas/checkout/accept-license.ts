import * as orderOperations from '../../contract/operations/order-operations.ts';
import { holderEntry } from '../domain/desk/record-action.ts';
import { passOnToken } from '../domain/mail/link-token.ts';
import {
  findOffer,
  passOnLicense,
  refuseOldOffer,
  refuseOtherAddress,
} from '../domain/orders/pass-on-license.ts';
import { readOwnAccount } from '../domain/users/read-account.ts';
import { readOrCreateUser } from '../domain/users/read-or-create-user.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

export const acceptLicense = (dependencies: Dependencies) =>
  serve(orderOperations.acceptLicense, async ({ caller, data: { token }, now }) => {
    const { audit, limits, passOns, pool, readLinkKey, users } = dependencies;
    const { userId: receiverId } = caller;
    await limits.take('acceptLicense', receiverId, now);
    const { orderId, passOnId } = passOnToken.read(await readLinkKey(), token);
    const offer = await findOffer(dependencies, { orderId, passOnId, receiverId }, now);
    const account = await readOwnAccount(pool, caller);
    if (offer) refuseOtherAddress(offer, account);
    await readOrCreateUser(users, pool, caller, now);
    await passOnLicense(
      dependencies,
      { orderId, requestId: passOnId, receiverId, cause: 'passOn' },
      (order) => refuseOldOffer(offer, order, now),
      ({ userId = '' }) => [
        passOns.acceptance(orderId, { passOnId }),
        audit.part(holderEntry('passOn', { personId: userId, orderId }, passOnId, now)),
        audit.part(holderEntry('receive', { personId: receiverId, orderId }, passOnId, now)),
      ],
    );
    return {};
  });
