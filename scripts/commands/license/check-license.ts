import type { LicenseClaims } from '../../../contract/records/license-file.ts';
import { readLicenseId } from '../../../contract/records/license-id.ts';
import { LicenseError, verifyLicense } from '../../../lambdas/domain/licenses/verify-license.ts';
import type { OrderStore } from '../../../lambdas/domain/orders/order-store.ts';
import type { LicensesConnection } from './connect-to-licenses.ts';
import { describeLicenseState } from './describe-license-state.ts';

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
