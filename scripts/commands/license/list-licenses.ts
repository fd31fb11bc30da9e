import { licenseKindOf } from '../../../lambdas/domain/licenses/license-kind.ts';
import type { OrderStore, StoredOrder } from '../../../lambdas/domain/orders/order-store.ts';
import type { LicensesConnection } from './connect-to-licenses.ts';
import { describeLicenseState } from './describe-license-state.ts';

interface Connection extends Pick<LicensesConnection, 'siteName' | 'findUserId'> {
  orders: Pick<OrderStore, 'ofUser'>;
}

interface Licenses {
  lines: string[];
  /** The newest file of a license that works. */
  current?: { orderId: string; text: string };
}

/**
 * Lists the licenses of the person with this address. The lines contain no license file.
 * @throws Error that says what to do if nobody has the address
 */
export async function listLicenses(
  email: string,
  { siteName, findUserId, orders }: Connection,
): Promise<Licenses> {
  const userId = await findUserId(email);
  if (userId === undefined)
    throw new Error(
      `${siteName} has no account with the address ${email}. Ask for the address of the account: it is on the account page, and the license email goes there.`,
    );
  const all = await orders.ofUser(userId);
  const licensed = all.filter(({ licensedAt }) => licensedAt !== undefined);
  const current = licensed.flatMap((order) => currentFileOf(order) ?? []).at(-1);
  return {
    lines: [`${email} is the user ${userId} on ${siteName}`, ...describeAll(licensed, all.length)],
    ...(current ? { current } : {}),
  };
}

function describeAll(licensed: StoredOrder[], orders: number): string[] {
  if (licensed.length === 0)
    return [
      `  no order with a license (orders without one: ${orders})`,
      'A license that the team gave with a group has no order and no file.',
    ];
  return licensed.map((order) => {
    const file = order.licenseFile === undefined ? 'no file stored' : 'file stored';
    const { words } = describeLicenseState(order, true);
    return `  ${order.orderId}  ${licenseKindOf(order)} since ${order.licensedAt}  ${words}  ${file}`;
  });
}

function currentFileOf(order: StoredOrder): Licenses['current'] {
  const text = order.licenseFile;
  return text !== undefined && describeLicenseState(order, true).works
    ? { orderId: order.orderId, text }
    : undefined;
}
