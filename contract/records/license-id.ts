import type { Order } from './order.ts';

/** No order id contains it. */
const separator = '.';

/** The id of a license, as its file names it: the number of its order, followed by `.1`, `.2` … after each reissue. */
export function licenseIdOf({ orderId, reissues }: Pick<Order, 'orderId' | 'reissues'>): string {
  return reissues ? `${orderId}${separator}${reissues.count}` : orderId;
}

/** The order of a license, and how often it had been reissued when the file was signed. */
export function readLicenseId(licenseId: string): { orderId: string; issue: number } {
  const [orderId = '', issue = '0'] = licenseId.split(separator);
  return { orderId, issue: Number(issue) };
}
