import { compactVerify, createLocalJWKSet, type JSONWebKeySet, errors as joseErrors } from 'jose';
import { type LicenseClaims, licenseClaims, licenseHeader } from '../../../contract/records/license-file.ts';

/** The text is not a license that this site signed. The message says why, for people. */
export class LicenseError extends Error {}

/** No key has the id that the license names. The key may be newer than the known keys. */
export class UnknownKeyError extends LicenseError {}

/** No license that we sign is longer. */
const maxLength = 8_192;

/**
 * Verifies the text of a license file. Whether its order was refunded since is in the table.
 * @param keys the site's public keys, retired ones included
 * @param siteName the stage whose licenses are accepted
 * @throws LicenseError
 */
export async function verifyLicense(
  text: string,
  { keys, siteName }: { keys: JSONWebKeySet; siteName: string },
): Promise<LicenseClaims> {
  if (text.length > maxLength || !isCanonical(text)) throw new LicenseError('This is not a license file.');
  const { payload, protectedHeader } = await compactVerify(text, createLocalJWKSet(keys), {
    algorithms: ['EdDSA'],
  }).catch((error: unknown) => {
    throw error instanceof joseErrors.JOSEError ? describe(error) : error;
  });
  if (!licenseHeader.safeParse(protectedHeader).success)
    throw new LicenseError('This file was signed for another purpose.');
  const claims = licenseClaims.safeParse(JSON.parse(new TextDecoder().decode(payload)));
  if (!claims.success) throw new LicenseError('The license has claims that this version does not know.');
  if (claims.data.iss !== siteName)
    throw new LicenseError(`The license is for ${claims.data.iss}, not for ${siteName}.`);
  return claims.data;
}

/** Decoders of Base64 ignore some changes; a license has one spelling. */
function isCanonical(text: string): boolean {
  const parts = text.split('.');
  return (
    parts.length === 3 &&
    parts.every((part) => part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part)
  );
}

function describe(cause: joseErrors.JOSEError): LicenseError {
  if (cause instanceof joseErrors.JWKSNoMatchingKey)
    return new UnknownKeyError('The license was signed with an unknown key.', { cause });
  if (cause instanceof joseErrors.JWSSignatureVerificationFailed)
    return new LicenseError('The license was changed after it was signed, or the file is damaged.', {
      cause,
    });
  return new LicenseError('This is not a license file.', { cause });
}
