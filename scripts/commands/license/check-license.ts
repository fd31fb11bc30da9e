import type { LicenseClaims } from '../../../contract/records/license-file.ts';
import { readLicenseId } from '../../../contract/records/license-id.ts';
import { orderStates } from '../../../contract/records/order-states.ts';
import { LicenseError, verifyLicense } from '../../../lambdas/domain/licenses/verify-license.ts';
import { givesLicense } from '../../../lambdas/domain/orders/advance-order.ts';
import type { OrderStore, StoredOrder } from '../../../lambdas/domain/orders/order-store.ts';
import type { LicensesConnection } from './connect-to-licenses.ts';

interface Connection extends Pick<LicensesConnection, 'siteName' | 'readKeys' | 'hasAccount'> {
  orders: Pick<OrderStore, 'find'>;
}

interface Checked {
  lines: string[];
  /** Whether the app accepts the file and gets updates with it. */
  works: boolean;
}

/**
 * Verifies the content of a license file, and looks up its order.
 * @throws Error that says what to do if the text is not a license of this stage
 */
export async function checkLicense(content: string, connection: Connection): Promise<Checked> {
  const { siteName, readKeys } = connection;
  // Editors and mail programs add line breaks. The rest of the text must be untouched.
  const text = content.trim();
  const claims = await verifyLicense(text, { keys: await readKeys(), siteName }).catch((error: Error) => {
    if (!(error instanceof LicenseError)) throw error;
    throw new Error(
      `${error.message}\nIf it belongs to another stage, name that with --stage. Otherwise ask its holder to download the file again on the account page.`,
    );
  });
  const state = await describeState(claims.jti, text, connection);
  const hint = 'The file has spaces or line breaks around the license. The app removes them.';
  return {
    lines: [...describeClaims(claims), ...state.lines, ...(text === content ? [] : [hint])],
    works: state.works,
  };
}

function describeClaims({ iss, jti, email, name, plan, kind, iat }: LicenseClaims): string[] {
  return [
    `A license that ${iss} signed`,
    `  holder   ${name ? `${name}, ` : ''}${email}`,
    `  plan     ${plan}`,
    `  kind     ${kind}`,
    `  since    ${new Date(iat * 1000).toISOString()}`,
    `  license  ${jti}`,
  ];
}

async function describeState(
  licenseId: string,
  text: string,
  { orders, hasAccount }: Connection,
): Promise<Checked> {
  const { orderId, issue } = readLicenseId(licenseId);
  const order = await orders.find(orderId);
  if (!order)
    return {
      works: false,
      lines: [
        '  state    unknown, the Orders table has no such order',
        'Look for it in the Stripe dashboard; docs/support.md, "A buyer\'s license does not work".',
      ],
    };
  const isOwned = order.userId !== undefined && (await hasAccount(order.userId));
  const { works, words } = describeLicenseState(order, isOwned, issue);
  const isReplaced = works && order.licenseFile !== undefined && order.licenseFile !== text;
  return {
    works,
    lines: [
      `  state    ${words}`,
      ...(isReplaced
        ? ['The order has another file now, because the name or address of its holder changed.']
        : []),
    ],
  };
}

/** Whether an order still gives its license, in words for the team. */
interface LicenseState {
  works: boolean;
  words: string;
}

/**
 * @param hasAccount whether the holder's account still exists
 * @param issue how often the license had been reissued when the file was signed
 */
function describeLicenseState(order: StoredOrder, hasAccount: boolean, issue: number): LicenseState {
  if (!hasAccount) return { works: false, words: 'the account of its holder was deleted' };
  if (givesLicense(order) && order.reissues && issue < order.reissues.count)
    return { works: false, words: `replaced, the license was reissued at ${order.reissues.at}` };
  if (givesLicense(order)) return { works: true, words: `active, the order is ${order.status}` };
  if (order.refundReason === 'withdrawn')
    return { works: false, words: `revoked, the buyer withdrew at ${order.withdrawnAt}` };
  if (order.refundReason === 'requested') return { works: false, words: 'revoked, the team refunded it' };
  if (order.refundReason)
    return { works: false, words: `never active, the payment is refunded (${order.refundReason})` };
  const since = endOfLicense(order);
  return { works: false, words: `revoked${since ? ` since ${since}` : ''}, the order is ${order.status}` };
}

/** When the order left the last state that gives the license. */
function endOfLicense({ history }: StoredOrder): string | undefined {
  const last = history.findLastIndex(({ status }) => orderStates[status].givesLicense);
  return history[last + 1]?.at;
}
