import type { Order } from '../../../../contract/records/order.ts';
import { callApi } from '../../lib/call-api.ts';
import { waitForLicense } from './wait-for-license.ts';

/**
 * Waits until the server has signed a file.
 * @returns the orders with it; undefined if there is none within a minute
 */
export async function waitForFile(
  hasFile: (orders: Order[]) => boolean,
  signal: AbortSignal,
): Promise<Order[] | undefined> {
  let orders: Order[] = [];
  const isLicenseActive = async () => {
    ({ orders } = await callApi('myOrders'));
    return hasFile(orders);
  };
  // The file does not depend on the tokens.
  const sources = { isLicenseActive, refreshGroups: async () => true };
  return (await waitForLicense(sources, signal)) === 'arrived' ? orders : undefined;
}

/** Waits for the file that replaces the one of an order. */
export const waitForOtherFile = (orderId: string, file: string, signal: AbortSignal) =>
  waitForFile((orders) => {
    const order = orders.find((each) => each.orderId === orderId);
    return order?.licenseFile !== undefined && order.licenseFile !== file;
  }, signal);
