import * as events from '../../contract/events/events.ts';
import * as orderOperations from '../../contract/operations/order-operations.ts';
import { mailboxOf } from '../../contract/rules/email-address.ts';
import { givesLicense } from '../domain/orders/advance-order.ts';
import { refuseRecentMove, refuseUnsettled } from '../domain/orders/pass-on-license.ts';
import { readOwnAccount } from '../domain/users/read-account.ts';
import { AppError } from '../platform/app-error.ts';
import { requireFreshSignIn } from '../platform/caller.ts';
import { publishEvent } from '../platform/publish-event.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

/** Does not look for an account with the address, so that nothing reveals whether there is one, or a license. */
export const offerLicense = ({ bus, limits, orders, passOns, pool }: Dependencies) =>
  serve(orderOperations.offerLicense, async ({ caller, data: { orderId, email, passOnId }, now }) => {
    requireFreshSignIn(caller, now);
    const { userId } = caller;
    const order = await orders.find(orderId);
    if (order?.userId !== userId || !givesLicense(order))
      throw new AppError('not-found', 'We found no active license for this order.');
    refuseUnsettled(order);
    refuseRecentMove(order, now);
    const own = await readOwnAccount(pool, caller);
    if (mailboxOf(email) === mailboxOf(own.email))
      throw new AppError(
        'invalid-argument',
        'This is your own address. Enter the address of another person.',
      );
    await limits.take('offerLicense', userId, now);
    await limits.take('offerLicenseToMailbox', mailboxOf(email), now);
    await passOns.replace(orderId, { passOnId, userId, email }, now);
    await publishEvent(bus, events.passOnRequested, { orderId, passOnId });
    return {};
  });
