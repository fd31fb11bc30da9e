import { createHash } from 'node:crypto';
import { licenseRequired } from '../../../contract/operations/license-required.ts';
import type { LicenseClaims } from '../../../contract/records/license-file.ts';
import { readLicenseId } from '../../../contract/records/license-id.ts';
import type { AccessTokens } from '../../platform/access-tokens.ts';
import { AppError } from '../../platform/app-error.ts';
import { givesLicense } from '../orders/advance-order.ts';
import type { OrderStore } from '../orders/order-store.ts';
import type { UserStore } from '../users/user-store.ts';
import type { PublishedKeys } from './published-keys.ts';
import { LicenseError, UnknownKeyError, verifyLicense } from './verify-license.ts';

interface Dependencies {
  siteName: string;
  keys: PublishedKeys;
  tokens: AccessTokens;
  orders: Pick<OrderStore, 'find'>;
  users: Pick<UserStore, 'find'>;
}

/** The keys by which rate limits count an update request. */
export interface Updater {
  /** The license file, or the id of the user. */
  counted: string;
  /** The id of the license. A change of the name or the address adds a file, and earlier ones still work; a reissue gives it a new id. */
  licenseId?: string;
}

/**
 * Checks the header `Authorization` of an updater: `License <text of the file>` or `Bearer <access token>`. The header is never part of an
 * error, because errors are logged.
 * @throws AppError `unauthenticated` without a valid license or token, `permission-denied` when the license was revoked or reissued
 */
export async function authorizeUpdater(
  dependencies: Dependencies,
  authorization: string | undefined,
  now: Date,
): Promise<Updater> {
  const [, scheme = '', credentials = ''] = /^(\w+) +(\S+)$/.exec(authorization ?? '') ?? [];
  if (scheme.toLowerCase() === 'license') return acceptLicense(dependencies, credentials, now);
  if (scheme.toLowerCase() === 'bearer') return acceptToken(dependencies, credentials);
  throw new AppError('unauthenticated', licenseRequired);
}

async function acceptLicense(dependencies: Dependencies, text: string, now: Date): Promise<Updater> {
  const { jti: licenseId } = await readLicense(dependencies, text, now).catch((error: unknown) => {
    if (!(error instanceof LicenseError)) throw error;
    const whatToDo = 'Download the license file again from your account page.';
    throw new AppError('unauthenticated', `${error.message} ${whatToDo}`);
  });
  const { orderId, issue } = readLicenseId(licenseId);
  const order = await dependencies.orders.find(orderId);
  if (!order) throw refuse('We found no order for this license. Please write to us.');
  if (!order.userId) throw refuse('The account of this license was deleted, so it gets no updates.');
  if (!givesLicense(order))
    throw refuse(
      'This license was refunded or its payment was disputed, so it gets no more updates. If you have another license, download its file from your account page.',
    );
  if (issue < (order.reissues?.count ?? 0))
    throw refuse(
      'This license file was replaced by a newer one, so it gets no more updates. If the license is yours, download its file from the License tab of your account page, and open it in the app.',
    );
  return { counted: createHash('sha256').update(text).digest('base64url'), licenseId };
}

async function readLicense(
  { siteName, keys }: Dependencies,
  text: string,
  now: Date,
): Promise<LicenseClaims> {
  try {
    return await verifyLicense(text, { keys: await keys.read(now), siteName });
  } catch (error) {
    if (!(error instanceof UnknownKeyError)) throw error;
    return verifyLicense(text, { keys: await keys.readAgain(now), siteName });
  }
}

/**
 * Signed-in users get updates, like downloads, unless all their licenses were revoked or passed on. The group `paid` is derived from the
 * licenses, and a token may contain it for half an hour longer. The team assigns the other groups.
 */
async function acceptToken({ tokens, users }: Dependencies, token: string): Promise<Updater> {
  const { userId, groups } = await tokens.verify(token);
  const licenses = (await users.find(userId))?.licenses;
  const isRevoked = licenses !== undefined && Object.keys(licenses).length === 0;
  if (isRevoked && !groups.some((group) => group !== 'paid'))
    throw refuse(
      'Your license has ended or was passed on, so you get no more updates. The pricing page offers a new one.',
    );
  return { counted: userId };
}

const refuse = (message: string) => new AppError('permission-denied', message);
