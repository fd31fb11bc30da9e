import type { CodeBatch } from '../../../contract/records/code-batch.ts';
import { readCode } from '../../../contract/rules/license-codes.ts';
import { AppError } from '../../platform/app-error.ts';
import { type GiftDependencies, grantGift } from '../orders/gift-orders.ts';
import type { OrderStore, StoredOrder } from '../orders/order-store.ts';
import { ordersOfPerson } from '../orders/public-order.ts';
import { type CodeStore, hashCode } from './code-store.ts';

export interface RedeemDependencies extends GiftDependencies {
  orders: Pick<OrderStore, 'find' | 'save' | 'finish' | 'ofUser' | 'ofBuyer'>;
  codes: Pick<CodeStore, 'findCode' | 'findBatch' | 'redemption'>;
  priceId: string;
}

/**
 * Gives a person the license of a code. The code, its batch, the order and the license change in one transaction. Safe to repeat.
 * @throws AppError with a sentence that says why the code gives no license
 */
export async function redeemCode(
  dependencies: RedeemDependencies,
  userId: string,
  typed: string,
): Promise<StoredOrder> {
  const { orders, codes, priceId, now } = dependencies;
  const characters = readCode(typed);
  if (!characters) throw unknownCode();
  const hash = hashCode(characters);
  const code = await codes.findCode(hash);
  const batch = code && (await codes.findBatch(code.batchId));
  if (!batch) throw unknownCode();
  const { batchId } = batch;
  // The id reveals nothing about the code.
  const orderId = `gift_${hashCode(`order of ${hash}`).replace(/[^A-Za-z0-9]/g, '')}`;
  if (code.orderId) {
    const order = await orders.find(code.orderId);
    if (order?.userId !== userId) throw new AppError('aborted', 'This code has already been used.');
  } else {
    refuseEnded(batch, now());
    const own = await ordersOfPerson(orders, userId);
    if (own.some((order) => order.batchId === batchId))
      throw new AppError('aborted', 'You have already used a code of this kind. Each person can use one.');
  }
  const gift = { orderId, userId, priceId, source: 'code', batchId } as const;
  const parts = codes.redemption(batchId, hash, { orderId, redeemedAt: now().toISOString() });
  const order = await grantGift(dependencies, gift, parts);
  if (!order) throw new AppError('aborted', 'This code or your account has just changed. Please try again.');
  return order;
}

const unknownCode = () =>
  new AppError('not-found', 'We do not know this code. Compare it with the one that you received.');

function refuseEnded({ status, lastDay }: CodeBatch, now: Date): void {
  if (status === 'revoked') throw new AppError('aborted', 'This code is no longer valid.');
  if (status === 'incomplete') throw unknownCode();
  if (lastDay && now.toISOString().slice(0, 10) > lastDay)
    throw new AppError('aborted', 'This code has expired.');
}
