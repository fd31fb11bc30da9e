import { type Order, order } from '../../../contract/records/order.ts';
import { orderStates } from '../../../contract/records/order-states.ts';
import { givesLicense } from './advance-order.ts';
import type { StoredOrder } from './order-store.ts';

/** Whether the order is a purchase or an attempt; a checkout that was only opened is not. */
export function isPurchase({ status }: Pick<StoredOrder, 'status'>): boolean {
  return orderStates[status].isPurchase;
}

/** The part of a stored order that its buyer sees. */
export function publicOrder(stored: StoredOrder): Order {
  const { licenseFile, ...visible } = order.parse(stored);
  return licenseFile && givesLicense(stored) ? { ...visible, licenseFile } : visible;
}
