/** A key in KMS. */
interface Signer {
  keyId: string;
  /** @returns the 64 bytes of an Ed25519 signature */
  sign(message: Uint8Array): Promise<Uint8Array>;
}

/** The file that `license -- sign-pledge` writes, and the page that it signs. */
export const pledgeFiles = { text: 'content/legal/if-we-stop.md', signed: 'content/legal/if-we-stop.jws' };

const encode = (part: string) => Buffer.from(part).toString('base64url');

/** The most that KMS signs without a digest. */
const maxSignedBytes = 4_096;

/**
 * Signs the pledge as a compact JWS (RFC 7515) with the key of the licenses. Its type differs from that of a license, so no app takes it for one.
 * @throws Error when the text is too long
 */
export async function signPledge(text: string, { keyId, sign }: Signer): Promise<string> {
  const header = JSON.stringify({ alg: 'EdDSA', kid: keyId, typ: 'lorewright-pledge' });
  const message = `${encode(header)}.${encode(text)}`;
  if (message.length > maxSignedBytes)
    throw new Error(
      `${pledgeFiles.text} is too long to sign: shorten it by ${Math.ceil(((message.length - maxSignedBytes) * 3) / 4)} bytes.`,
    );
  return `${message}.${Buffer.from(await sign(Buffer.from(message))).toString('base64url')}`;
}

/**
 * @returns the signed pledge
 * @throws Error when the text has changed since it was signed
 */
export function requireSame(signed: string, text: string): string {
  const [, payload = ''] = signed.split('.');
  if (Buffer.from(payload, 'base64url').toString() === text) return signed;
  throw new Error(
    `${pledgeFiles.text} has changed since it was signed. Sign it again: npm run license -- sign-pledge --stage prod`,
  );
}
