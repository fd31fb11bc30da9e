import type Stripe from 'stripe';
import type { DetailOf } from '../../../contract/events/detail-of.ts';
import { buyerOf } from '../orders/order-holder.ts';
import type { OrderStore, StoredOrder } from '../orders/order-store.ts';
import { ordersOfPerson } from '../orders/public-order.ts';
import { findSession } from '../orders/read-checkout.ts';
import type { Account } from '../users/read-account.ts';
import type { UserStore } from '../users/user-store.ts';

export type Withdrawal = DetailOf<'withdrawalSubmitted'>;

/** An order that a statement may be about. */
export interface FoundOrder {
  order: StoredOrder;
  /** The address of the buyer's account, or of the checkout when the account is deleted. */
  address: string;
  /** Whether only the buyer can have made the statement. */
  isProven: boolean;
}

export interface FindDependencies {
  orders: Pick<OrderStore, 'find' | 'ofUser' | 'ofBuyer'>;
  users: Pick<UserStore, 'find'>;
  /** The account with an address; undefined if there is none. */
  readAccount: (email: string) => Promise<Account | undefined>;
  openStripe: () => Promise<Stripe>;
}

/**
 * The orders that a statement may be about: the one with its order number, or those of the account with its address. Calls Stripe only
 * for a buyer who has deleted the account.
 * @throws StripeError when Stripe does not respond
 */
export async function findOrders(
  dependencies: FindDependencies,
  { orderId, email, isConfirmed }: Withdrawal,
): Promise<FoundOrder[]> {
  if (orderId === undefined) return email === undefined ? [] : findOrdersOfAddress(dependencies, email);
  const order = await dependencies.orders.find(orderId);
  const address = order && (await addressOf(dependencies, order));
  if (!order || !address) return [];
  return [
    { order, address, isProven: isConfirmed || (email !== undefined && isSameAddress(email, address)) },
  ];
}

async function findOrdersOfAddress(
  { orders, readAccount }: FindDependencies,
  email: string,
): Promise<FoundOrder[]> {
  const account = await readAccount(email);
  if (!account?.sub) return [];
  const found = await ordersOfPerson(orders, account.sub);
  const bought = found.filter((order) => buyerOf(order) === account.sub);
  return bought.map((order) => ({ order, address: account.email, isProven: false }));
}

async function addressOf(
  { users, openStripe }: FindDependencies,
  order: StoredOrder,
): Promise<string | undefined> {
  const buyerId = buyerOf(order);
  if (buyerId !== undefined) return (await users.find(buyerId))?.email;
  const session = await findSession(await openStripe(), order.orderId);
  return session?.customer_details?.email ?? session?.customer_email ?? undefined;
}

export function isSameAddress(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
