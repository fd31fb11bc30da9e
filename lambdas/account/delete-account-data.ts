import * as events from '../../contract/events/events.ts';
import * as userOperations from '../../contract/operations/user-operations.ts';
import { isPurchase, ordersOfPerson } from '../domain/orders/public-order.ts';
import { readOwnAccount } from '../domain/users/read-account.ts';
import { requireFreshSignIn } from '../platform/caller.ts';
import { publishEvent } from '../platform/publish-event.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

/** Starts the deletion. The event is retried until all of it is done; see `deleteAccount`. */
export const deleteAccountData = ({ bus, feedback, limits, orders, pool }: Dependencies) =>
  serve(userOperations.deleteAccountData, async ({ now, caller }) => {
    requireFreshSignIn(caller, now);
    const { userId } = caller;
    await limits.take('deleteAccountData', userId, now);
    const { email } = await readOwnAccount(pool, caller);
    const [ownFeedback, ownOrders] = await Promise.all([
      feedback.ofUser(userId),
      ordersOfPerson(orders, userId),
    ]);
    await publishEvent(bus, events.accountDeletionRequested, { userId, email });
    return { feedbackCount: ownFeedback.length, orderCount: ownOrders.filter(isPurchase).length };
  });
