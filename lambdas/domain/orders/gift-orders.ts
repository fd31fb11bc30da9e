import { catalog, currentOffer, type PriceIds } from '../../../contract/rules/catalog.ts';
import { termsVersion } from '../../../contract/rules/terms-versions.ts';
import { AppError } from '../../platform/app-error.ts';
import type { TransactionPart } from '../../platform/conditional-write.ts';
import { recordMetric } from '../../platform/record-metric.ts';
import type { StoredUser, UserStore } from '../users/user-store.ts';
import { licensesAfter } from './advance-order.ts';
import { changeOrderIfUnchanged } from './change-order-if-unchanged.ts';
import { type FinishDependencies, finishOrder } from './finish-order.ts';
import type { OrderStore, StoredOrder } from './order-store.ts';

export interface GiftDependencies extends FinishDependencies {
  orders: Pick<OrderStore, 'find' | 'save' | 'finish'>;
  users: Pick<UserStore, 'find' | 'replaceLicenses'>;
  now: () => Date;
}

/** An order with the amount 0 that is not at Stripe. */
interface Gift {
  orderId: string;
  userId: string;
  priceId: string;
  source: NonNullable<StoredOrder['source']>;
  batchId?: string;
  /** The name of the giver, if the team entered one. */
  giftFrom?: string | undefined;
}

/**
 * The price of the current offer, which a gift is named after.
 * @throws AppError `unavailable` when the stage does not sell the offer yet
 */
export function giftPriceId(priceIds: PriceIds): string {
  const { [currentOffer]: priceId } = priceIds;
  if (priceId) return priceId;
  throw new AppError('unavailable', 'This site does not sell the current offer yet, so it cannot be given.');
}

/**
 * Gives a person a license without a payment. Order, license and `parts` are written in one transaction. Safe to repeat: it finishes an
 * existing order.
 * @returns undefined when a part has changed since it was read
 * @throws AppError `not-found` without a record, `aborted` for a person who has a license
 */
export async function grantGift(
  dependencies: GiftDependencies,
  gift: Gift,
  parts: TransactionPart[],
): Promise<StoredOrder | undefined> {
  const { orders, users, now } = dependencies;
  const { orderId, userId } = gift;
  const existing = await orders.find(orderId);
  if (existing) return existing.userId === userId ? finished(dependencies, existing) : undefined;
  const user = await users.find(userId);
  if (!user)
    throw new AppError('not-found', 'This person has not signed in yet. A license needs a first sign-in.');
  refuseHolder(user);
  const order = giftOrder(gift, now().toISOString());
  const licenses = licensesAfter(user.licenses ?? {}, order);
  const isSaved = await orders.save(order, undefined, [users.replaceLicenses(user, licenses), ...parts]);
  if (!isSaved) return undefined;
  recordMetric('LicensesGranted', { orderId });
  return finished(dependencies, order);
}

/**
 * Ends the license of a gift.
 * @throws AppError `not-found` when it is not a gift or its owner is deleted, `aborted` when it has changed or was revoked
 */
export async function revokeGift(
  dependencies: GiftDependencies,
  { cause, ...seenOrder }: { orderId: string; seen: number; cause: string },
  parts: (order: StoredOrder) => TransactionPart[],
): Promise<StoredOrder> {
  const { orders, users, now } = dependencies;
  const revoked = await changeOrderIfUnchanged(orders, seenOrder, async (order) => {
    const user = order.userId === undefined ? undefined : await users.find(order.userId);
    if (!order.source || !user)
      throw new AppError('not-found', 'Only a gift can be revoked. Refund an order that was paid.');
    if (order.status === 'revoked') throw new AppError('aborted', 'This license was already revoked.');
    const next = withRevocation(order, now().toISOString(), cause);
    const licenses = users.replaceLicenses(user, licensesAfter(user.licenses ?? {}, next));
    return { next, parts: [licenses, ...parts(order)] };
  });
  return finished(dependencies, revoked);
}

function withRevocation(order: StoredOrder, at: string, cause: string): StoredOrder {
  const history = [...order.history, entryAt(at, 'revoked', cause)];
  return {
    ...order,
    status: 'revoked',
    version: order.version + 1,
    history,
    outbox: [...(order.outbox ?? []), { change: 'revoked', idempotencyKey: String(history.length) }],
  };
}

async function finished(dependencies: FinishDependencies, order: StoredOrder): Promise<StoredOrder> {
  await finishOrder(dependencies, order);
  return order;
}

/** @throws AppError `aborted` for a person who has a license */
export function refuseHolder({ licenses = {} }: Pick<StoredUser, 'licenses'>): void {
  if (Object.keys(licenses).length > 0)
    throw new AppError('aborted', 'This account already has a license, and needs no second one.');
}

function giftOrder({ orderId, userId, priceId, source, batchId, giftFrom }: Gift, at: string): StoredOrder {
  return {
    orderId,
    source,
    ...(batchId ? { batchId } : {}),
    ...(giftFrom ? { giftFrom } : {}),
    userId,
    priceId,
    amountInCents: 0,
    taxInCents: 0,
    amountRefundedInCents: 0,
    currency: catalog[currentOffer].currency,
    status: 'free',
    createdAt: at,
    licensedAt: at,
    termsVersion,
    version: 1,
    history: [entryAt(at, 'free', source)],
    outbox: [{ change: 'granted', idempotencyKey: '1' }],
  };
}

const entryAt = (at: string, status: StoredOrder['status'], cause: string) => ({
  at,
  status,
  amountRefundedInCents: 0,
  cause,
});
