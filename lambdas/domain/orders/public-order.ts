import { type Order, order } from '../../../contract/records/order.ts';
import { orderStates } from '../../../contract/records/order-states.ts';
import { givesLicense } from './advance-order.ts';
import { isHeldByOther } from './order-holder.ts';
import type { StoredOrder } from './order-store.ts';

/** Whether the order is a purchase or an attempt; a checkout that was only opened is not. */
export function isPurchase({ status }: Pick<StoredOrder, 'status'>): boolean {
  return orderStates[status].isPurchase;
}

/**
 * The part of a stored order that a person sees. The buyer of a license that was passed on sees the purchase without the license, and its holder a gift.
 * @param viewerId the holder or the buyer
 */
export function publicOrder(stored: StoredOrder, viewerId: string): Order {
  const isHolder = stored.userId === viewerId;
  const { licenseFile, ...visible } =
    isHolder && isHeldByOther(stored) ? giftOf(stored) : order.parse(stored);
  if (!isHolder && stored.passedOnAt) {
    // Reissues and moves are about its holders.
    const { reissues: _, passedOnAt: __, ...purchase } = visible;
    return { ...purchase, history: order.parse(withoutMoves(stored)).history, isPassedOn: true };
  }
  return licenseFile && givesLicense(stored) ? { ...visible, licenseFile } : visible;
}

/** The orders of a person, oldest first: those that the person holds, and purchases that were passed on. Each is there once. */
export async function ordersOfPerson(
  orders: { ofUser(id: string): Promise<StoredOrder[]>; ofBuyer(id: string): Promise<StoredOrder[]> },
  userId: string,
): Promise<StoredOrder[]> {
  const [held, bought] = await Promise.all([orders.ofUser(userId), orders.ofBuyer(userId)]);
  return [...held, ...passedOnBy(userId, bought)].sort((one, other) =>
    one.createdAt < other.createdAt ? -1 : 1,
  );
}

/** The purchases of a person whose license others hold. A license can come back to its buyer. */
export const passedOnBy = (userId: string, bought: readonly StoredOrder[]): StoredOrder[] =>
  bought.filter((order) => order.userId !== userId);

/** An order as the person sees it to whom it was passed on: a gift, without a word about its payment. */
export function giftOf(stored: StoredOrder): Order {
  const { orderId, priceId, termsVersion, currency, licenseFile, reissues, passedOnAt = '' } = stored;
  const status = givesLicense(stored) ? 'free' : 'revoked';
  return {
    orderId,
    source: 'gift',
    priceId,
    amountInCents: 0,
    amountRefundedInCents: 0,
    currency,
    status,
    createdAt: passedOnAt,
    licensedAt: passedOnAt,
    ...(licenseFile ? { licenseFile } : {}),
    // The first file of a holder is no new one.
    ...(reissues && reissues.at !== passedOnAt
      ? { reissues: { count: reissues.count, at: reissues.at } }
      : {}),
    passedOnAt,
    termsVersion,
    history: [{ at: passedOnAt, status, amountRefundedInCents: 0 }],
  };
}

/** The order without the moves in its history, which are about later holders. A move changes neither the status nor the payment. */
const withoutMoves = (stored: StoredOrder): StoredOrder => ({
  ...stored,
  history: stored.history.filter(
    ({ status, amountRefundedInCents, cause }, index, { [index - 1]: before }) =>
      cause !== 'passOn' &&
      !(
        cause === 'desk' &&
        before?.status === status &&
        before.amountRefundedInCents === amountRefundedInCents
      ),
  ),
});

/** An order in the export of a person: the whole item, or what the person may see of an order that was passed on. */
export function exportedOrder(stored: StoredOrder, viewerId: string): StoredOrder {
  const isHolder = stored.userId === viewerId;
  if (!stored.passedOnAt || (isHolder && !isHeldByOther(stored))) return stored;
  const {
    userId: _holder,
    licenseFile: _file,
    isLicenseUnannounced: _,
    reissues,
    outbox: __,
    passedOnAt: ___,
    ...bought
  } = isHolder ? stored : withoutMoves(stored);
  if (!isHolder) return bought;
  const { history, reissues: _shown, ...gift } = giftOf(stored);
  return {
    ...gift,
    userId: viewerId,
    ...(reissues ? { reissues } : {}),
    version: stored.version,
    history: history.map((entry) => ({ ...entry, cause: 'passOn' })),
  };
}
