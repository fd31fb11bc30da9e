// Verifies license files without a network:
//   node verify-license.mjs <file>… <jwks.json> <issuer>
import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * @param {string} text the content of a license file
 * @param {{ keys: object[] }} jwks the public keys that the app was shipped with
 * @param {string} issuer `lorewright-prod`
 * @returns the claims
 * @throws Error for a text that the issuer has not signed as a license
 */
export function verifyLicense(text, jwks, issuer) {
  const parts = text.split('.');
  const [header, claims, signature] = parts.map((part) => Buffer.from(part, 'base64url'));
  // Decoders ignore some changes to Base64; a license has one spelling.
  const isCanonical = [header, claims, signature].every(
    (bytes, at) => bytes?.length > 0 && bytes.toString('base64url') === parts[at],
  );
  if (parts.length !== 3 || !isCanonical) throw new Error('This is not a license file.');
  const { alg, kid, typ, ...others } = JSON.parse(header.toString()) ?? {};
  if (alg !== 'EdDSA' || typ !== 'lorewright-license+jwt' || Object.keys(others).length > 0)
    throw new Error('This is not a license file.');
  const jwk = jwks.keys.find((key) => key.kid === kid);
  if (!jwk) throw new Error('The license was signed with an unknown key.');
  const signed = Buffer.from(text.slice(0, text.lastIndexOf('.')));
  if (!verify(null, signed, createPublicKey({ key: jwk, format: 'jwk' }), signature))
    throw new Error('The license is damaged.');
  const license = JSON.parse(claims.toString());
  if (license.iss !== issuer) throw new Error(`The license is for ${license.iss}, not for ${issuer}.`);
  return license;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = process.argv.slice(2, -2);
  const [jwksFile, issuer] = process.argv.slice(-2);
  const jwks = JSON.parse(readFileSync(jwksFile, 'utf8'));
  for (const file of files) {
    try {
      console.log(`${file}: ${JSON.stringify(verifyLicense(readFileSync(file, 'utf8'), jwks, issuer))}`);
    } catch (error) {
      console.log(`${file}: refused: ${error.message}`);
      process.exitCode = 1;
    }
  }
}
