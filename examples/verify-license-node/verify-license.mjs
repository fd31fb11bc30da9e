// SPDX-License-Identifier: MIT-0 (copy, change and publish it as you like)
// Verifies license files without a network; see `usage`.
import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Why a text is not accepted. The app says something else for each; the command ends with the code. */
export const reasons = { damaged: 3, otherStage: 4, unknownKey: 5, revoked: 6 };

/** @param {keyof typeof reasons} reason */
const refusal = (reason, message) => Object.assign(new Error(message), { reason });

/**
 * @param {string} text the content of a license file, without spaces and line breaks around it
 * @param {{ keys: object[] }} jwks the public keys that the app was shipped with
 * @param {string} issuer `lorewright-prod`
 * @returns the claims
 * @throws Error with a `reason`, for a text that the issuer has not signed as a license
 */
export function verifyLicense(text, jwks, issuer) {
  const notALicense = refusal('damaged', 'This is not a license file.');
  const parts = text.split('.');
  const [header, claims, signature] = parts.map((part) => Buffer.from(part, 'base64url'));
  // Decoders ignore some changes to Base64; a license has one spelling.
  const isCanonical = [header, claims, signature].every(
    (bytes, at) => bytes?.length > 0 && bytes.toString('base64url') === parts[at],
  );
  if (parts.length !== 3 || !isCanonical) throw notALicense;
  const { alg, kid, typ, ...others } = parse(header) ?? {};
  if (alg !== 'EdDSA' || typ !== 'lorewright-license+jwt' || Object.keys(others).length > 0)
    throw notALicense;
  const jwk = jwks.keys.find((key) => key.kid === kid);
  if (!jwk) throw refusal('unknownKey', 'The license was signed with an unknown key.');
  const signed = Buffer.from(text.slice(0, text.lastIndexOf('.')));
  if (!verify(null, signed, createPublicKey({ key: jwk, format: 'jwk' }), signature))
    throw refusal('damaged', 'The license is damaged.');
  const license = JSON.parse(claims.toString());
  if (license.iss !== issuer)
    throw refusal('otherStage', `The license is for ${license.iss}, not for ${issuer}.`);
  return license;
}

function parse(header) {
  try {
    return JSON.parse(header.toString());
  } catch {
    return undefined;
  }
}

/**
 * Asks the site whether a license that verifies still gets updates. Offline, the app starts without asking.
 * @param {string} updateUrl the address of a file below `<site>/api/updateFile/`, as in `<site>/updates/latest.yml`
 * @throws Error with the reason `revoked` and the answer of the site as its message
 */
export async function checkUpdates(text, updateUrl) {
  const headers = { authorization: `License ${text}` };
  const response = await fetch(updateUrl, { headers, redirect: 'manual' });
  if (response.status === 403) throw refusal('revoked', (await response.json()).error.message);
  if (response.status >= 400) throw new Error(`The site answers with the status ${response.status}.`);
}

const usage = `Usage: node verify-license.mjs [--updates <url>] <file>… <jwks.json> <issuer>

  <file>       a license file, or - for a license that you paste and end with Ctrl-D
  <jwks.json>  the public keys: <site>/.well-known/lorewright-license-keys.json
  <issuer>     lorewright-prod for the public site, lorewright-local for npm start
  --updates    asks the site whether the license was revoked; <url> is the address of
               a build below <site>/api/updateFile/

Ends with 0 if all are valid, or as the first one that is not: 3 damaged, 4 of another
stage, 5 signed with a key that is not in <jwks.json>, 6 revoked. It ends with 1 after
another failure, and with 2 after wrong arguments.`;

/** @returns undefined for a file that does not exist or has no keys */
function readKeys(file) {
  try {
    const jwks = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(jwks.keys) ? jwks : undefined;
  } catch {
    return undefined;
  }
}

/** Prints neither the text of a license nor the address of its holder. */
async function run(args) {
  const [updateUrl, rest] = args[0] === '--updates' ? [args[1], args.slice(2)] : [undefined, args];
  const files = rest.slice(0, -2);
  const [jwksFile, issuer] = rest.slice(-2);
  if (files.length === 0 || rest.some((arg) => arg.startsWith('--'))) {
    console.error(usage);
    return 2;
  }
  const jwks = readKeys(jwksFile);
  if (!jwks) {
    console.error(`There are no public keys in ${jwksFile}.\n\n${usage}`);
    return 2;
  }
  let code = 0;
  for (const [index, file] of files.entries()) {
    // An argument may be the license itself, pasted by mistake.
    const name = file.split('.').length === 3 && file.length > 200 ? `argument ${index + 1}` : file;
    try {
      const text = readFileSync(file === '-' ? 0 : file, 'utf8').trim();
      const { jti, kind } = verifyLicense(text, jwks, issuer);
      if (updateUrl) await checkUpdates(text, updateUrl);
      console.log(`${name}: valid, ${kind}, license ${jti}`);
    } catch (error) {
      const { reason, message } = error;
      console.log(`${name}: refused: ${reason ? message : 'The file could not be read or checked.'}`);
      code ||= reasons[reason] ?? 1;
    }
  }
  return code;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await run(process.argv.slice(2));
