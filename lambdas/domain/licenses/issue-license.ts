import { isDeepStrictEqual } from 'node:util';
import type { DetailOf } from '../../../contract/events/detail-of.ts';
import { idempotencyDays, secondsPerDay } from '../../../contract/rules/retention.ts';
import { givesLicense } from '../orders/advance-order.ts';
import { isHeldByOther } from '../orders/order-holder.ts';
import type { OrderStore, StoredOrder } from '../orders/order-store.ts';
import type { StoredUser, UserStore } from '../users/user-store.ts';
import { claimsOf, type LicenseSigner, readClaims, signLicense } from './sign-license.ts';

export interface IssueDependencies {
  /** The name of the site, such as `lorewright-prod`. */
  siteName: string;
  orders: Pick<OrderStore, 'find' | 'saveLicense' | 'finishLicense'>;
  users: Pick<UserStore, 'find'>;
  signer: LicenseSigner;
  /** Publishes the event for the email with the license. Safe to repeat. */
  publishLicenseIssued: (license: DetailOf<'licenseIssued'>) => Promise<void>;
  now: () => Date;
}

/** Each further attempt means that a settlement has changed the order in between. */
const maxAttempts = 5;

/** The email about an older license was sent before licenses were files. */
const announcedForMs = idempotencyDays * secondsPerDay * 1000;

/**
 * Signs the license file of an order that has none, or whose file names an earlier name or address
 * of its holder, and saves it with the order. Publishes an event for the first file of a recent
 * order or reissue; `isLicenseUnannounced` stays set until the event is published. Safe to repeat and to run
 * twice at once, because the same records always give the same file.
 * @throws Error when the order keeps changing
 */
export async function issueLicense(dependencies: IssueDependencies, orderId: string): Promise<void> {
  const { orders, users, signer, publishLicenseIssued, now } = dependencies;
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const order = await orders.find(orderId);
    const holder = order?.userId === undefined ? undefined : await users.find(order.userId);
    if (!order || !holder) return;
    const claims = claimsDue(dependencies, order, holder);
    const { licensedAt = '', reissues } = order;
    const isRecent = now().getTime() - Date.parse(reissues?.at ?? licensedAt) < announcedForMs;
    const isNew = claims !== undefined && order.licenseFile === undefined && isRecent;
    if (claims && !(await orders.saveLicense(order, await signLicense(claims, signer), isNew))) continue;
    if (isNew || order.isLicenseUnannounced) {
      const issue = reissues ? { issue: reissues.count } : {};
      await publishLicenseIssued({ orderId, userId: holder.userId, ...issue });
      await orders.finishLicense(orderId);
    }
    return;
  }
  throw new Error(`Order ${orderId} kept changing while its license was being issued.`);
}

/** The ids of a user's orders that need a file, or one with another name or address. */
export async function findLicensesDue(
  dependencies: Pick<IssueDependencies, 'siteName'> & { orders: Pick<OrderStore, 'find'> },
  user: StoredUser,
): Promise<string[]> {
  const due: string[] = [];
  for (const orderId of Object.keys(user.licenses ?? {})) {
    const order = await dependencies.orders.find(orderId);
    if (order && (order.isLicenseUnannounced || claimsDue(dependencies, order, user))) due.push(orderId);
  }
  return due;
}

/** The claims of the file that must be signed. Undefined if the order has no license, or its file says the same. */
function claimsDue(
  { siteName }: Pick<IssueDependencies, 'siteName'>,
  order: StoredOrder,
  holder: StoredUser,
) {
  const { licensedAt, licenseFile } = order;
  if (!licensedAt || !givesLicense(order)) return undefined;
  const claims = claimsOf({
    siteName,
    order: { ...order, licensedAt, isHeldByOther: isHeldByOther(order) },
    holder,
  });
  return licenseFile && isDeepStrictEqual(readClaims(licenseFile), claims) ? undefined : claims;
}
