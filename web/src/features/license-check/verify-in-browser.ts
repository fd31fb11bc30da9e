/** A public key as `/.well-known/lorewright-license-keys.json` lists it. */
export interface LicenseKey extends JsonWebKey {
  kid: string;
}

/** The claims of a license that this page shows. */
export interface GenuineLicense {
  /** The number of the order. */
  jti: string;
  email: string;
  name?: string;
  kind: string;
  /** Seconds since 1970. */
  iat: number;
  /** The copy of the site that issued it, such as `lorewright-prod`. */
  iss: string;
}

type Outcome =
  | { verdict: 'genuine'; license: GenuineLicense }
  /** No key has the id that the file names. `issuer` is unverified. */
  | { verdict: 'unknownKey'; issuer: string | undefined }
  /** Changed after it was signed. */
  | { verdict: 'changed' }
  | { verdict: 'notALicense' };

/** No license that we sign is longer. */
export const maxLength = 8_192;

/**
 * Verifies the text of a license file with WebCrypto.
 * @throws DOMException `NotSupportedError` in a browser without Ed25519
 */
export async function verifyInBrowser(text: string, keys: readonly LicenseKey[]): Promise<Outcome> {
  const parts = text.length > maxLength ? [] : text.split('.');
  const [header, payload, signature] = parts.map(decode);
  if (parts.length !== 3 || !header || !payload || !signature) return { verdict: 'notALicense' };
  const { alg, kid, typ, ...others } = parse(header);
  const isForLicenses = alg === 'EdDSA' && typ === 'lorewright-license+jwt';
  if (!isForLicenses || Object.keys(others).length > 0) return { verdict: 'notALicense' };
  const key = keys.find((each) => each.kid === kid);
  if (!key) {
    const { iss } = parse(payload);
    return { verdict: 'unknownKey', issuer: typeof iss === 'string' ? iss : undefined };
  }
  const { kty, crv, x } = key;
  const publicKey = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify']);
  const signed = new TextEncoder().encode(text.slice(0, text.lastIndexOf('.')));
  if (!(await crypto.subtle.verify('Ed25519', publicKey, signature, signed))) return { verdict: 'changed' };
  // The site signs nothing else with this header.
  return { verdict: 'genuine', license: parse(payload) as unknown as GenuineLicense };
}

/** @returns undefined for a text that is not base64url in its one spelling */
function decode(part: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]+$/.test(part) || part.length % 4 === 1) return undefined;
  const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
  // Decoders ignore some bits of the last character.
  const again = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return again === part ? Uint8Array.from(binary, (character) => character.charCodeAt(0)) : undefined;
}

/** @returns an empty object for bytes that are not a JSON object */
function parse(bytes: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
