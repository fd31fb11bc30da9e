import { createHash } from 'node:crypto';
import { type LicenseClaims, licenseClaims, licenseHeader } from '../../../contract/records/license-file.ts';
import { licenseIdOf } from '../../../contract/records/license-id.ts';
import type { Order } from '../../../contract/records/order.ts';
import { noName } from '../../../contract/records/user.ts';
import { maxHolderName } from '../../../contract/rules/account-limits.ts';

/** The most that KMS signs without a digest. */
const maxSignedBytes = 4_096;

/** The key in KMS. */
export interface LicenseSigner {
  keyId: string;
  /** @returns the 64 bytes of an Ed25519 signature of the message itself */
  sign(message: Uint8Array): Promise<Uint8Array>;
}

/** The data of a license about its order and its holder. */
interface Licensed {
  /** The name of the site, such as `lorewright-prod`. */
  siteName: string;
  order: Pick<Order, 'orderId' | 'amountInCents' | 'source' | 'reissues'> & {
    licensedAt: string;
    /** Whether it was passed on. */
    isHeldByOther?: boolean;
  };
  holder: { userId: string; email: string; displayName: string };
}

/** Depends only on the records, so every attempt to issue a license gives the same claims. */
export function claimsOf({ siteName, order, holder }: Licensed): LicenseClaims {
  const { email, displayName } = holder;
  const hasName = displayName !== noName && displayName !== '' && displayName.length <= maxHolderName;
  return {
    iss: siteName,
    jti: licenseIdOf(order),
    sub: pseudonymOf(holder.userId, siteName),
    email,
    ...(hasName ? { name: displayName } : {}),
    plan: 'lifetime',
    kind: licenseKindOf(order),
    iat: Math.floor(Date.parse(order.reissues?.at ?? order.licensedAt) / 1000),
  };
}

/** Cognito's ids are random, so nobody can find the id by trying all of them. */
function pseudonymOf(userId: string, siteName: string): string {
  return createHash('sha256').update(`${siteName}/${userId}`).digest('base64url').slice(0, 22);
}

/**
 * Returns the text of the license file. The same claims always give the same text.
 * @throws $ZodError for claims outside of the schema
 */
export async function signLicense(claims: LicenseClaims, signer: LicenseSigner): Promise<string> {
  const header = licenseHeader.parse({ alg: 'EdDSA', kid: signer.keyId, typ: 'lorewright-license+jwt' });
  const message = `${encode(header)}.${encode(licenseClaims.parse(claims))}`;
  if (message.length > maxSignedBytes) throw new Error(`The license of order ${claims.jti} is too long.`);
  const signature = await signer.sign(Buffer.from(message));
  return `${message}.${Buffer.from(signature).toString('base64url')}`;
}

/** Reads the claims of a file that we signed ourselves. Does not verify it; see verify-license.ts. */
export function readClaims(license: string): unknown {
  return JSON.parse(Buffer.from(license.split('.')[1] ?? '', 'base64url').toString());
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** How the holder of an order got the license. */
export function licenseKindOf({
  amountInCents,
  source,
  isHeldByOther,
}: Pick<Order, 'amountInCents' | 'source'> & { isHeldByOther?: boolean }): LicenseClaims['kind'] {
  if (isHeldByOther) return 'gift';
  if (source) return source === 'code' ? 'gift' : 'complimentary';
  return amountInCents > 0 ? 'purchase' : 'free';
}
