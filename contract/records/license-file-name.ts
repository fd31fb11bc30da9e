// Not in license-file.ts, which imports zod, because the browser imports these.

/** The name of the file that holders get. */
export const licenseFileName = 'lorewright.license';

/** The media type of a JWS in compact form (RFC 7515, section 9.2.1). */
export const licenseFileType = 'application/jose';

/** The public keys that verify licenses, on every stage: a JSON Web Key Set (RFC 7517). */
export const licenseKeysFile = '.well-known/lorewright-license-keys.json';
