import { mailboxOf } from '../../../contract/rules/email-address.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Account } from '../users/read-account.ts';
import type { OrderStore, StoredOrder } from './order-store.ts';
import { refuseRecentMove } from './pass-on-license.ts';
import type { PassOn, PassOnStore } from './pass-on-store.ts';

const gone = () =>
  new AppError(
    'not-found',
    'This offer does not exist any more: it was canceled or replaced, or it is older than a week. Ask the person who offered the license.',
  );

interface OfferDependencies {
  orders: Pick<OrderStore, 'find'>;
  passOns: Pick<PassOnStore, 'find'>;
}

/**
 * @returns the offer; undefined when an earlier run of the same request used it up
 * @throws AppError `not-found` without the offer
 */
export async function findOffer(
  { orders, passOns }: OfferDependencies,
  { orderId, passOnId, receiverId }: { orderId: string; passOnId: string; receiverId: string },
  now: Date,
): Promise<PassOn | undefined> {
  const offer = await passOns.find(orderId, now);
  if (offer?.passOnId === passOnId) return offer;
  const order = await orders.find(orderId);
  if (order?.userId !== receiverId || order.reissues?.requestId !== passOnId) throw gone();
  return undefined;
}

/** @throws AppError `permission-denied` for an account without the confirmed address of the offer */
export function refuseOtherAddress({ email }: PassOn, account: Account): void {
  if (account.email_verified === 'true' && mailboxOf(account.email) === mailboxOf(email)) return;
  throw new AppError(
    'permission-denied',
    'This license was offered to another address. Log in with the account of the address that got the email, or create one.',
  );
}

/** @throws AppError `not-found` when the license is no longer held by its giver, and `aborted` when it has just moved */
export function refuseOldOffer(offer: PassOn | undefined, order: StoredOrder, now: Date): void {
  if (order.userId !== offer?.userId) throw gone();
  refuseRecentMove(order, now);
}
