import { dayInWords } from '../../../contract/rules/day.ts';
import { mailboxOf } from '../../../contract/rules/email-address.ts';
import { passOnPauseDays, passOnPauseEndMs } from '../../../contract/rules/pass-on.ts';
import { AppError } from '../../platform/app-error.ts';
import type { TransactionPart } from '../../platform/conditional-write.ts';
import type { Account } from '../users/read-account.ts';
import type { UserStore } from '../users/user-store.ts';
import { givesLicense, licensesAfter } from './advance-order.ts';
import { changeOrderIfUnchanged } from './change-order-if-unchanged.ts';
import { deskStateOf } from './desk-state-of.ts';
import { type FinishDependencies, finishOrder } from './finish-order.ts';
import { refuseHolder } from './gift-orders.ts';
import { buyerOf } from './order-holder.ts';
import type { OrderStore, StoredOrder } from './order-store.ts';
import type { PassOn, PassOnStore } from './pass-on-store.ts';
import { withReissue } from './reissue-license.ts';

export interface PassOnDependencies extends FinishDependencies {
  orders: Pick<OrderStore, 'find' | 'save' | 'finish'>;
  users: Pick<UserStore, 'find' | 'replaceLicenses'>;
  now: () => Date;
}

interface Move {
  orderId: string;
  /** The id of the offer, or of the action of the desk. A repeated request finishes the same move. */
  requestId: string;
  receiverId: string;
  /** The entry in the history. */
  cause: 'passOn' | 'desk';
  /** The length of the history that the team saw. */
  seen?: number;
}

/**
 * Moves a settled order with its license to another account, and asks for a new file. Order, both records and `parts` are written in one
 * transaction. Safe to repeat.
 * @param check throws when the order must not move, in addition to `refuseUnsettled`
 * @returns the order as stored
 * @throws AppError `not-found` without an active license or a record of the receiver, `aborted` for a receiver with a license, or when a part keeps changing
 */
export async function passOnLicense(
  dependencies: PassOnDependencies,
  { orderId, requestId, receiverId, cause, seen }: Move,
  check: (order: StoredOrder) => void,
  parts: (order: StoredOrder, next: StoredOrder) => TransactionPart[],
): Promise<StoredOrder> {
  const { orders, users, now } = dependencies;
  const versions = { orderId, ...(seen === undefined ? {} : { seen }) };
  const moved = await changeOrderIfUnchanged(orders, versions, async (order) => {
    if (order.reissues?.requestId === requestId && order.userId === receiverId) return undefined;
    const giver = order.userId === undefined ? undefined : await users.find(order.userId);
    if (!giver || !givesLicense(order))
      throw new AppError('not-found', 'There is no active license for this order.');
    refuseUnsettled(order);
    check(order);
    const receiver = await users.find(receiverId);
    if (!receiver)
      throw new AppError('not-found', 'This person has not signed in yet. A license needs a first sign-in.');
    if (receiverId === giver.userId) throw new AppError('aborted', 'This account holds the license already.');
    refuseHolder(receiver);
    const next = withNewHolder(order, { requestId, receiverId, cause, at: now().toISOString() });
    const { [orderId]: _, ...left } = giver.licenses ?? {};
    return {
      next,
      parts: [
        users.replaceLicenses(giver, left),
        users.replaceLicenses(receiver, licensesAfter(receiver.licenses ?? {}, next)),
        ...parts(order, next),
      ],
    };
  });
  await finishOrder(dependencies, moved);
  return moved;
}

function withNewHolder(
  order: StoredOrder,
  { requestId, receiverId, cause, at }: Pick<Move, 'requestId' | 'receiverId' | 'cause'> & { at: string },
): StoredOrder {
  const { giftFrom: _, buyerId: __, ...kept } = withReissue(order, requestId, at);
  const { status, amountRefundedInCents, userId } = order;
  const history = [...order.history, { at, status, amountRefundedInCents, cause }];
  const buyerId = buyerOf(order);
  return {
    ...kept,
    userId: receiverId,
    ...(buyerId ? { buyerId } : {}),
    passedOnAt: at,
    history,
    outbox: [{ change: 'passedOn', idempotencyKey: String(history.length), ...(userId ? { userId } : {}) }],
  };
}

/**
 * @throws AppError `aborted` while the money of the order may still move, which is not said to a holder who did not pay
 */
export function refuseUnsettled(order: StoredOrder): void {
  const { status, dispute, withdrawnAt, deskRefund, outbox } = order;
  const isSettled =
    status !== 'disputed' &&
    !dispute?.needsEvidence &&
    !withdrawnAt &&
    deskStateOf(order) !== 'withdrawalStated' &&
    !deskRefund?.isOpen &&
    !outbox;
  if (!isSettled)
    throw new AppError(
      'aborted',
      'This license cannot be passed on right now, because something about its order is not settled. Try again later, or write to us.',
    );
}

/** @throws AppError `aborted` when the license has moved in the last 30 days */
export function refuseRecentMove(order: Pick<StoredOrder, 'passedOnAt'>, now: Date): void {
  const pauseEndsAt = passOnPauseEndMs(order);
  if (!(now.getTime() < pauseEndsAt)) return;
  throw new AppError(
    'aborted',
    `This license was passed on less than ${passOnPauseDays} days ago. It can be passed on again after ${dayInWords(pauseEndsAt)}.`,
  );
}

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
