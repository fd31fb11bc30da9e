import { AppError } from '../../platform/app-error.ts';
import type { TransactionPart } from '../../platform/conditional-write.ts';
import type { UserStore } from '../users/user-store.ts';
import { givesLicense } from './advance-order.ts';
import { changeOrderIfUnchanged } from './change-order-if-unchanged.ts';
import { type FinishDependencies, finishOrder } from './finish-order.ts';
import type { OrderStore, StoredOrder } from './order-store.ts';

export interface ReissueDependencies extends FinishDependencies {
  orders: Pick<OrderStore, 'find' | 'save' | 'finish'>;
  users: Pick<UserStore, 'mustExist'>;
  now: () => Date;
}

interface Reissue {
  orderId: string;
  /** Different for each reissue. A repeated request finishes the same one. */
  requestId: string;
  /** The only person who may ask for it; the team may for every holder. */
  holderId?: string;
}

/**
 * Ends the files of a license, and asks for one with a new id. Order and `parts` are written in one transaction. Safe to repeat.
 * @returns the order as stored, without a file until it is signed
 * @throws AppError `not-found` without an active license, `aborted` when the order keeps changing
 */
export async function reissueLicense(
  dependencies: ReissueDependencies,
  { orderId, requestId, holderId }: Reissue,
  parts: (next: StoredOrder) => TransactionPart[],
): Promise<StoredOrder> {
  const { orders, users, now } = dependencies;
  const reissued = await changeOrderIfUnchanged(orders, { orderId }, (order) => {
    const { userId } = order;
    if (!userId || (holderId !== undefined && userId !== holderId) || !givesLicense(order))
      throw new AppError('not-found', 'We found no active license for this order.');
    if (order.reissues?.requestId === requestId) return undefined;
    const next = withReissue(order, requestId, now().toISOString());
    return { next, parts: [users.mustExist(userId), ...parts(next)] };
  });
  await finishOrder(dependencies, reissued);
  return reissued;
}

/** The order without its file. The outbox, empty or not, asks for a new one. */
export function withReissue(order: StoredOrder, requestId: string, at: string): StoredOrder {
  const { licenseFile: _file, isLicenseUnannounced: _, ...kept } = order;
  return {
    ...kept,
    reissues: { count: (order.reissues?.count ?? 0) + 1, at, requestId },
    version: order.version + 1,
    outbox: [...(order.outbox ?? [])],
  };
}
